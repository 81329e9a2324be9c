import type { DuckDBConnection } from '@duckdb/node-api'
import { cohorts } from '../../../facts/cohorts.ts'
import { details } from '../../../facts/details.ts'
import { spend } from '../../../facts/spend.ts'
import type { StoreMigration } from '../../upgrades/migration.ts'
import { factTables } from './fact-tables.ts'

/** The tables of details, spend and cohorts. */
export const depth: StoreMigration<DuckDBConnection> = {
  name: '0011-depth',
  release: '0.2',
  up: async (connection) => {
    const statements = [...factTables(details), ...factTables(spend), ...factTables(cohorts)]
    for (const statement of statements) await connection.run(statement)
  },
}
