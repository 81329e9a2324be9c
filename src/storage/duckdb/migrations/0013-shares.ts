import type { DuckDBConnection } from '@duckdb/node-api'
import { shares as kind } from '../../../facts/shares.ts'
import type { StoreMigration } from '../../upgrades/migration.ts'
import { factTables } from './fact-tables.ts'

/** The tables of shares of partners. */
export const shares: StoreMigration<DuckDBConnection> = {
  name: '0013-shares',
  release: '0.2',
  up: async (connection) => {
    for (const statement of factTables(kind)) await connection.run(statement)
  },
}
