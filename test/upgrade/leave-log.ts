import { DuckDBInstance } from '@duckdb/node-api'

// Runs statements on a file and dies, so that they are left in its log.
const [path, ...statements] = process.argv.slice(2)
const instance = await DuckDBInstance.create(path)
const connection = await instance.connect()
for (const statement of statements) await connection.run(statement)
process.kill(process.pid, 'SIGKILL')
