import { randomUUID } from 'node:crypto'
import type { DuckDBConnection } from '@duckdb/node-api'
import * as keys from '../../ledger/figure-keys.ts'

const schemaVersion = 3

/** What tells the rows of one version of a slice apart, and their sums. */
export const figureColumns = `${keys.figureKey}, impressions, clicks, installs, revenue_micros`

/** A version of a slice, without when it stood. */
export const sliceColumns = `${keys.sliceKey}, import_id, row_count, impressions, clicks, installs, revenue_micros, fingerprint`

const sliceKey = `day DATE NOT NULL, account UINTEGER NOT NULL, app UINTEGER NOT NULL,
    network USMALLINT NOT NULL`

const sums = `impressions BIGINT NOT NULL, clicks BIGINT, installs BIGINT,
    revenue_micros BIGINT NOT NULL`

const figures = `${sliceKey}, format USMALLINT NOT NULL, country USMALLINT NOT NULL,
    ad_tag UINTEGER NOT NULL, ${sums}, since UINTEGER NOT NULL`

const slices = `${sliceKey}, import_id UINTEGER NOT NULL, row_count UINTEGER NOT NULL,
    ${sums}, fingerprint UBIGINT NOT NULL, since UINTEGER NOT NULL,
    changed UINTEGER NOT NULL, restatements UINTEGER NOT NULL,
    fingerprint_version UTINYINT NOT NULL DEFAULT 1`

/**
 * `figures` holds one row for each day, app, network, format, country and ad tag; within a month
 * rows lie sorted by account, app and day, so that one app's range is read from a few row groups.
 * `slices` holds the totals of each day, app and network, the import that stated them, and a
 * fingerprint of its rows. Both have the ledger entry `since` which they stand so; `changed` is the
 * last entry that changed anything, and `restatements` counts those after the first. What was
 * replaced lies in `past_figures` and `past_slices`, with the entry `until` which it stood.
 *
 * `imports` is the ledger, of imports and of undos; `changes` lists what each entry changed.
 * `books` are secondary reports: their figures lie in the same tables under an account of their
 * own. Networks, formats and ad tags are codes into `labels`; a country is its two letters packed.
 * `originals` holds, of figures that were converted, what was stated: amount, currency and rate.
 * `months` counts what was written since a month was last sorted.
 */
const statements = [
  'CREATE TABLE database_identity (id VARCHAR NOT NULL, schema_version INTEGER NOT NULL)',
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
 * Creates the tables of a new file, or checks that an existing one is of this version.
 *
 * @returns an identity that no other data file has
 * @throws when the file was written by a version with other tables
 */
export async function ensureSchema(connection: DuckDBConnection): Promise<string> {
  const existing = await connection.runAndReadAll(
    "SELECT 1 FROM duckdb_tables() WHERE table_name = 'database_identity'",
  )
  if (existing.currentRowCount === 0) {
    await connection.run('BEGIN')
    for (const statement of statements) await connection.run(statement)
    await connection.run('INSERT INTO database_identity VALUES ($1, $2)', [
      randomUUID(),
      schemaVersion,
    ])
    await connection.run('COMMIT')
  }
  const reader = await connection.runAndReadAll('SELECT id, schema_version FROM database_identity')
  const [id, version] = reader.getRows()[0] ?? []
  if (version !== schemaVersion) {
    throw new Error(
      `The figures were written by another version of Adtally (tables ${version}, this one has ${schemaVersion}).`,
    )
  }
  return String(id)
}
