import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { refuse } from '../../staging/refusals.ts'
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

/** Of 122,880 rows each: a node holds a file while it takes it in. */
const rowGroupsPerFile = 16

/** The days that an entry touched, counted from 1970-01-01. */
export interface TouchedDays {
  readonly firstDay: number
  readonly lastDay: number
}

/**
 * What an entry changed, out of tables that hold it as committed: the versions that began with it,
 * wherever they lie by now, less those that ended with it. In a scratch, whose last entry it is,
 * what began with it stands.
 */
function changesOf(entry: number, days: TouchedDays | null): Readonly<Record<string, string>> {
  const among =
    days === null ? '' : ` AND day BETWEEN ${dayAt(days.firstDay)} AND ${dayAt(days.lastDay)}`
  const versions = (table: string, columns: (sign: '' | '-') => string) => `
      SELECT ${columns('')} FROM ${table} WHERE since = ${entry}${among}
      UNION ALL
      SELECT ${columns('')} FROM past_${table} WHERE since = ${entry}${among}
      UNION ALL
      SELECT ${columns('-')} FROM past_${table} WHERE until = ${entry}${among}`
  return {
    // These tell that there are rows of the entry, so they come before all others.
    slices: `SELECT ${sliceKey}, CAST(sum(row_count) AS BIGINT) AS row_count, ${added},
        CAST(${entry} AS UINTEGER) AS since, ${newest}
      FROM (${versions('slices', sliceVersion)}
      ) GROUP BY ${sliceKey} ORDER BY ${order}`,
    figures: `SELECT ${figureKey}, ${sumsOf}, CAST(${entry} AS UINTEGER) AS since
      FROM (
        SELECT ${figureKey}, ${added}
        FROM (${versions('figures', (sign) => `${figureKey}, ${signed(sign)}`)}
        ) GROUP BY ${figureKey}
      ) WHERE ${isAny} ORDER BY ${order}, format, country, ad_tag`,
    changes: `SELECT * FROM changes WHERE entry = ${entry}`,
    originals: `SELECT * FROM originals WHERE import_id = ${entry}`,
  }
}

const sliceVersion = (sign: '' | '-') =>
  `${sliceKey}, ${sign}CAST(row_count AS BIGINT) AS row_count, ${signed(sign)}, ${sign === '' ? version : '0, 0, 0, 0'}`

const dayAt = (day: number) => `DATE '1970-01-01' + ${day}`

/** What {@link checkIn} may be told beside the entry. */
export interface CheckInOptions {
  /** Bounds what is looked through; everything when absent. */
  readonly days?: TouchedDays
  /** Hears about how many rows have arrived with each file; all of them with the last one. */
  readonly onRows?: (table: string, rows: number) => void
}

/**
 * Adds to the journal what an entry changed in the scratch. Nobody sees it before its commit.
 *
 * @returns how many rows that were, by table
 */
export async function checkIn(
  clickhouse: ClickhouseConnection,
  { connection, folder }: Scratch,
  entry: number,
  { days, onRows = () => undefined }: CheckInOptions = {},
): Promise<Readonly<Record<string, number>>> {
  const shipped: Record<string, number> = {}
  for (const [table, query] of Object.entries(changesOf(entry, days ?? null))) {
    const files = join(folder, `in-${table}`)
    const { rowsChanged } = await connection
      .run(
        `COPY (${query}) TO '${files.replaceAll("'", "''")}'
        (FORMAT parquet, ROW_GROUPS_PER_FILE ${rowGroupsPerFile})`,
      )
      .catch((error: Error) => {
        if (!/out of range|overflow/i.test(error.message)) throw error
        throw refuse('change_too_large', {}, { cause: error })
      })
    shipped[table] = rowsChanged
    if (rowsChanged > 0) {
      const names = await readdir(files)
      for (const [index, name] of names.entries()) {
        await clickhouse.insertParquet(table, join(files, name))
        const arrived = (count: number) => Math.round((rowsChanged * count) / names.length)
        onRows(table, arrived(index + 1) - arrived(index))
      }
    }
    await rm(files, { recursive: true })
  }
  return shipped
}
