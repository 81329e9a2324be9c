import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'

/** `request` is the import request that an entry answers, so that a repeated one is not imported again. */
export const importRequests: StoreMigration<DuckDBConnection> = {
  name: '0007-import-requests',
  release: '0.2',
  up: async (connection) => {
    await connection.run('ALTER TABLE imports ADD COLUMN request VARCHAR')
  },
}
