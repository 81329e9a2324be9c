import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'

const sliceKey = `day DATE NOT NULL, account UINTEGER NOT NULL, app UINTEGER NOT NULL,
    source USMALLINT NOT NULL`

const counts = 'dau BIGINT NOT NULL, new_users BIGINT, sessions BIGINT'

const rows = `${sliceKey}, country USMALLINT NOT NULL, ${counts}, since UINTEGER NOT NULL`

const slices = `${sliceKey}, import_id UINTEGER NOT NULL, row_count UINTEGER NOT NULL,
    ${counts}, fingerprint UBIGINT NOT NULL, fingerprint_version UTINYINT NOT NULL,
    since UINTEGER NOT NULL, changed UINTEGER NOT NULL, restatements UINTEGER NOT NULL`

const statements = [
  `CREATE TABLE audience (${rows})`,
  `CREATE TABLE past_audience (${rows}, until UINTEGER NOT NULL)`,
  `CREATE TABLE audience_slices (${slices})`,
  `CREATE TABLE past_audience_slices (${slices}, until UINTEGER NOT NULL)`,
  `CREATE TABLE audience_changes (
    entry UINTEGER NOT NULL, ${sliceKey}, old_dau BIGINT, old_new_users BIGINT, old_sessions BIGINT,
    new_dau BIGINT, new_new_users BIGINT, new_sessions BIGINT
  )`,
]

/** The tables of how many people used an app, as the first ones: see `0003-figures-and-ledger`. */
export const thirdEdition: StoreMigration<DuckDBConnection> = {
  name: '0010-third-edition',
  release: '0.2',
  up: async (connection) => {
    for (const statement of statements) await connection.run(statement)
  },
}
