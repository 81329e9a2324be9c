import { DuckDBConnection } from '@duckdb/node-api'

// Loaded into a server before its own code: SIGUSR2 makes DuckDB fail as it does once it gave its
// file up.

const { prepare } = DuckDBConnection.prototype
let isGivenUp = false
process.on('SIGUSR2', () => {
  isGivenUp = true
})
DuckDBConnection.prototype.prepare = function (text: string) {
  if (!isGivenUp) return prepare.call(this, text)
  throw new Error('FATAL Error: Failed: database has been invalidated because of a previous error')
}
