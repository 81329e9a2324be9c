import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { ImportError } from '../../ingestion/import-error.ts'
import type { Scratch } from './check-out.ts'
import type { ClickhouseConnection } from './connection.ts'

const sliceKey = 'day, account, app, network'
const figureKey = `${sliceKey}, format, country, ad_tag`
const versionTypes = {
  import_id: 'UINTEGER',
  fingerprint: 'UBIGINT',
  changed: 'UINTEGER',
  restatements: 'UINTEGER',
}
const version = Object.keys(versionTypes).join(', ')

/** Sums as they count for a change, with the sign of the row. */
const signed = (sign: '' | '-') =>
  [
    `${sign}impressions AS impressions`,
    `${sign}coalesce(clicks, 0) AS clicks`,
    `${sign}coalesce(installs, 0) AS installs`,
    `${sign}revenue_micros AS revenue_micros`,
    `${sign}CAST(clicks IS NOT NULL AS TINYINT) AS clicks_known`,
    `${sign}CAST(installs IS NOT NULL AS TINYINT) AS installs_known`,
    `${sign}1 AS sign`,
  ].join(', ')

const sumTypes = {
  impressions: 'BIGINT',
  clicks: 'BIGINT',
  installs: 'BIGINT',
  revenue_micros: 'BIGINT',
  clicks_known: 'TINYINT',
  installs_known: 'TINYINT',
  sign: 'TINYINT',
}
const sumsOf = Object.keys(sumTypes).join(', ')
const added = Object.entries(sumTypes)
  .map(([column, type]) => `CAST(sum(${column}) AS ${type}) AS ${column}`)
  .join(', ')
const isAny = Object.keys(sumTypes)
  .map((column) => `${column} <> 0`)
  .join(' OR ')

/** Of a slice that vanishes there is no version: zeros. */
const newest = Object.entries(versionTypes)
  .map(([column, type]) => `CAST(max(${column}) AS ${type}) AS ${column}`)
  .join(', ')

const order = 'account, app, day, network'

/** What an entry changed, out of what the scratch holds once it is committed there. */
const changesOf = (entry: number): Readonly<Record<string, string>> => ({
  // These tell that there are rows of the entry, so they come before all others.
  slices: `SELECT ${sliceKey}, CAST(sum(row_count) AS BIGINT) AS row_count, ${added},
      CAST(${entry} AS UINTEGER) AS since, ${newest}
    FROM (
      SELECT ${sliceKey}, CAST(row_count AS BIGINT) AS row_count, ${signed('')}, ${version}
      FROM slices WHERE since = ${entry}
      UNION ALL
      SELECT ${sliceKey}, -CAST(row_count AS BIGINT), ${signed('-')}, 0, 0, 0, 0
      FROM past_slices WHERE until = ${entry}
    ) GROUP BY ${sliceKey} ORDER BY ${order}`,
  figures: `SELECT ${figureKey}, ${sumsOf}, CAST(${entry} AS UINTEGER) AS since
    FROM (
      SELECT ${figureKey}, ${added} FROM (
        SELECT ${figureKey}, ${signed('')} FROM figures WHERE since = ${entry}
        UNION ALL
        SELECT ${figureKey}, ${signed('-')} FROM past_figures WHERE until = ${entry}
      ) GROUP BY ${figureKey}
    ) WHERE ${isAny} ORDER BY ${order}, format, country, ad_tag`,
  changes: `SELECT * FROM changes WHERE entry = ${entry}`,
  originals: `SELECT * FROM originals WHERE import_id = ${entry}`,
})

/** Adds to the journal what an entry changed in the scratch. Nobody sees it before its commit. */
export async function checkIn(
  clickhouse: ClickhouseConnection,
  { connection, folder }: Scratch,
  entry: number,
): Promise<void> {
  for (const [table, query] of Object.entries(changesOf(entry))) {
    const path = join(folder, `in-${table}.parquet`)
    const { rowsChanged } = await connection
      .run(`COPY (${query}) TO '${path.replaceAll("'", "''")}' (FORMAT parquet)`)
      .catch((error: Error) => {
        if (!/out of range|overflow/i.test(error.message)) throw error
        throw new ImportError('nothing was imported: a figure changes by more than can be stored')
      })
    if (rowsChanged > 0) await clickhouse.insertParquet(table, path)
    await rm(path)
  }
}
