import type { DuckDBConnection } from '@duckdb/node-api'
import { cohorts } from '../../../facts/cohorts.ts'
import { details } from '../../../facts/details.ts'
import { spend } from '../../../facts/spend.ts'
import type { StoreMigration } from '../../upgrades/migration.ts'
import { originalsTable } from './fact-tables.ts'

/** The tables of what details, spend and cohorts were reported as in other currencies. */
export const factOriginals: StoreMigration<DuckDBConnection> = {
  name: '0012-fact-originals',
  release: '0.2',
  up: async (connection) => {
    const statements = [details, spend, cohorts].flatMap(originalsTable)
    for (const statement of statements) await connection.run(statement)
  },
}
