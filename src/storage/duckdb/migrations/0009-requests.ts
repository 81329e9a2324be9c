import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'

/** Ad requests that reached the network, and those that got an ad; null is unknown. */
export const requests: StoreMigration<DuckDBConnection> = {
  name: '0009-requests',
  release: '0.2',
  up: async (connection) => {
    for (const table of ['figures', 'past_figures']) {
      for (const column of ['requests', 'matched_requests']) {
        await connection.run(`ALTER TABLE ${table} ADD COLUMN ${column} BIGINT`)
      }
    }
  },
}
