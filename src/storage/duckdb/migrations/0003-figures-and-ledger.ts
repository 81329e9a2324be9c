import type { DuckDBConnection } from '@duckdb/node-api'
import type { StoreMigration } from '../../upgrades/migration.ts'

const sliceKey = `day DATE NOT NULL, account UINTEGER NOT NULL, app UINTEGER NOT NULL,
    network USMALLINT NOT NULL`

const sums = `impressions BIGINT NOT NULL, clicks BIGINT, installs BIGINT,
    revenue_micros BIGINT NOT NULL`

const figures = `${sliceKey}, format USMALLINT NOT NULL, country USMALLINT NOT NULL,
    ad_tag UINTEGER NOT NULL, ${sums}, since UINTEGER NOT NULL`

const slices = `${sliceKey}, import_id UINTEGER NOT NULL, row_count UINTEGER NOT NULL,
    ${sums}, fingerprint UBIGINT NOT NULL, since UINTEGER NOT NULL,
    changed UINTEGER NOT NULL, restatements UINTEGER NOT NULL`

const statements = [
  `CREATE TABLE figures (${figures})`,
  `CREATE TABLE past_figures (${figures}, until UINTEGER NOT NULL)`,
  `CREATE TABLE slices (${slices})`,
  `CREATE TABLE past_slices (${slices}, until UINTEGER NOT NULL)`,
  `CREATE TABLE imports (
    id UINTEGER NOT NULL, kind VARCHAR NOT NULL, undoes UINTEGER, committed_at TIMESTAMP NOT NULL,
    source VARCHAR NOT NULL, day_zone VARCHAR NOT NULL, report VARCHAR,
    files VARCHAR[] NOT NULL, hashes VARCHAR[] NOT NULL,
    row_count UBIGINT NOT NULL, slice_count UBIGINT NOT NULL, first_day DATE, last_day DATE
  )`,
  `CREATE TABLE changes (
    entry UINTEGER NOT NULL, ${sliceKey},
    old_impressions BIGINT, old_clicks BIGINT, old_installs BIGINT, old_revenue_micros BIGINT,
    new_impressions BIGINT, new_clicks BIGINT, new_installs BIGINT, new_revenue_micros BIGINT
  )`,
  'CREATE TABLE books (id UINTEGER NOT NULL, account UINTEGER NOT NULL, name VARCHAR NOT NULL)',
  'CREATE TABLE labels (kind VARCHAR NOT NULL, code UINTEGER NOT NULL, name VARCHAR NOT NULL)',
  `CREATE TABLE originals (
    ${sliceKey}, format USMALLINT NOT NULL, country USMALLINT NOT NULL,
    ad_tag UINTEGER NOT NULL, import_id UINTEGER NOT NULL,
    currency VARCHAR NOT NULL, rate VARCHAR NOT NULL, amount DECIMAL(38, 18) NOT NULL
  )`,
  'CREATE TABLE months (month DATE NOT NULL, unsorted_row_count BIGINT NOT NULL)',
]

/**
 * The tables of release 0.1.
 *
 * `figures` has one row for each day, app, network, format, country and ad tag; within a month
 * rows are sorted by account, app and day, so that one app's range is read from a few row groups.
 * `slices` has the totals of each day, app and network, the import that stated them, and a
 * fingerprint of its rows. `since` is the ledger entry that wrote the row, `changed` the last entry
 * that changed the slice, and `restatements` counts the changes after the first. Replaced versions
 * are in `past_figures` and `past_slices`; `until` is the entry that replaced them.
 *
 * `imports` is the ledger of imports and undos; `changes` lists what each entry changed. `books`
 * are secondary reports: their figures are in the same tables under an account of their own.
 * `labels` names the codes of networks, formats and ad tags; a country is its two letters packed.
 * `originals` keeps the amount, currency and rate of converted figures. `months` counts the rows
 * written since a month was last sorted.
 */
export const figuresAndLedger: StoreMigration<DuckDBConnection> = {
  name: '0003-figures-and-ledger',
  release: '0.1',
  up: async (connection) => {
    for (const statement of statements) await connection.run(statement)
  },
}
