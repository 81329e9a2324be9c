import type { DuckDBConnection } from '@duckdb/node-api'
import { shares } from '../../../facts/shares.ts'
import type { StoreMigration } from '../../upgrades/migration.ts'
import { factTables } from './fact-tables.ts'

/** The tables of partners' shares. */
export const sharesOfPartners: StoreMigration<DuckDBConnection> = {
  name: '0013-shares',
  release: '0.2',
  up: async (connection) => {
    for (const statement of factTables(shares)) await connection.run(statement)
  },
}
