import type { DuckDBConnection } from '@duckdb/node-api'
import { audience } from '../../../facts/audience.ts'
import type { StoreMigration } from '../../upgrades/migration.ts'
import { factTables } from './fact-tables.ts'

/** The tables of how many people used an app. */
export const thirdEdition: StoreMigration<DuckDBConnection> = {
  name: '0010-third-edition',
  release: '0.2',
  up: async (connection) => {
    for (const statement of factTables(audience)) await connection.run(statement)
  },
}
