import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import type { StagedApp } from '../../staging/figure-writer.ts'
import { refuse } from '../../staging/refusals.ts'
import { type Day, formatDay } from '../../values/day.ts'
import type { Labels } from '../duckdb/labels.ts'
import { lastDate, visibleRows } from './clickhouse-dialect.ts'
import type { ClickhouseConnection } from './connection.ts'
import type { JournalState } from './figure-entries.ts'

/** Where slices may lie: every combination of these. Days count from 1970-01-01. */
export interface SliceRange {
  readonly days: readonly number[]
  readonly accounts: readonly number[]
  readonly apps: readonly number[]
  readonly networks: readonly number[]
}

/** A scratch database, and where files may lie for as long as it is open. */
export interface Scratch {
  readonly connection: DuckDBConnection
  readonly folder: string
}

const sliceKey = 'day, account, app, network'
const figureKey = `${sliceKey}, format, country, ad_tag`
const deltas = 'impressions, clicks, installs, revenue_micros, clicks_known, installs_known'
/** Parquet's own type for days. */
const parquetDay = 'toDate32(day) AS day'

/** Lists of this length at most are asked for; of longer ones everything from first to last. */
const longestList = 10_000

/**
 * Where the staged rows lie.
 *
 * @throws Refusal when ClickHouse cannot say one of the days
 */
export async function stagedRange(
  connection: DuckDBConnection,
  apps: readonly StagedApp[],
  labels: Labels,
): Promise<SliceRange> {
  const distinct = async (value: string) => {
    const reader = await connection.runAndReadAll(`SELECT DISTINCT ${value} FROM stage`)
    return reader.getRows().map(([found]) => found)
  }
  const days = (await distinct("date_diff('day', DATE '1970-01-01', CAST(date AS DATE))")).map(
    Number,
  )
  const unsayable = days.find((day) => day < 0 || day > lastDate)
  if (unsayable !== undefined) {
    throw refuse('day_not_storable', {
      day: formatDay(unsayable as Day),
      firstDay: formatDay(0 as Day),
      lastDay: formatDay(lastDate),
    })
  }
  const networks = (await distinct('network')).map((name) => labels.network.codeOf(String(name)))
  return {
    days,
    accounts: [...new Set(apps.map(({ accountId }) => accountId))],
    apps: [...new Set(apps.map(({ appKey }) => appKey))],
    networks: networks.filter((code) => code !== null),
  }
}

/** Puts what stands in a range into the scratch's `figures` and `slices`. */
export async function checkOutStanding(
  clickhouse: ClickhouseConnection,
  scratch: Scratch,
  range: SliceRange,
  state: JournalState,
): Promise<void> {
  if (isNowhere(range) || state.last === 0) return
  const where = conditions(range, state)
  const slices = await fetchParquet(
    clickhouse,
    scratch,
    `SELECT ${parquetDay}, account, app, network,
      argMax(import_id, since) AS import_id, sum(row_count) AS row_count,
      ${sums}, argMax(fingerprint, since) AS fingerprint, max(since) AS since,
      argMax(changed, since) AS changed, argMax(restatements, since) AS restatements
    FROM slices WHERE ${where} GROUP BY ${sliceKey} HAVING sum(sign) > 0`,
  )
  const { rowsChanged } = await scratch.connection.run(
    `INSERT INTO slices SELECT ${sliceKey}, import_id, row_count, ${read}, fingerprint, since,
      changed, restatements
    FROM ${slices}`,
  )
  if (rowsChanged === 0) return
  const figures = await fetchParquet(
    clickhouse,
    scratch,
    `SELECT ${parquetDay}, account, app, network, format, country, ad_tag, ${sums}
    FROM figures WHERE ${where} GROUP BY ${figureKey} HAVING sum(sign) > 0`,
  )
  // Since when a figure stands is not asked of a scratch.
  await scratch.connection.run(
    `INSERT INTO figures SELECT ${figureKey}, ${read}, 0 FROM ${figures}`,
  )
}

/**
 * Puts into the scratch every version of the slices that an import stated: those that stand into
 * `slices`, the others into `past_slices`.
 *
 * @returns where they lie
 */
export async function checkOutVersions(
  clickhouse: ClickhouseConnection,
  scratch: Scratch,
  importId: number,
  state: JournalState,
): Promise<SliceRange> {
  const lists = ['day', 'account', 'app', 'network'].map(
    (column) => `arrayMap(value -> toUInt32(value), groupUniqArray(${column}))`,
  )
  const visible = visibleRows(state).join(' AND ')
  const [found] = await clickhouse.rows(
    `SELECT ${lists.join(', ')} FROM slices WHERE import_id = ${importId} AND ${visible}`,
  )
  const [days, accounts, apps, networks] = found as number[][]
  const range = { days: days!, accounts: accounts!, apps: apps!, networks: networks! }
  if (isNowhere(range)) return range
  const file = await fetchParquet(
    clickhouse,
    scratch,
    `SELECT ${parquetDay}, account, app, network, row_count, ${deltas}, sign, since, import_id,
      fingerprint, changed, restatements
    FROM slices WHERE ${conditions(range, state)}`,
  )
  await scratch.connection.run(
    `CREATE TEMP TABLE versions AS
    SELECT ${sliceKey}, import_id,
      ${['row_count', ...deltas.split(', '), 'sign'].map((sum) => `sum(${sum}) OVER until_then AS ${sum}`).join(', ')},
      fingerprint, since, changed, restatements, lead(since) OVER of_slice AS until
    FROM ${file}
    WINDOW of_slice AS (PARTITION BY ${sliceKey} ORDER BY since),
      until_then AS (of_slice ROWS UNBOUNDED PRECEDING)`,
  )
  const version = `${sliceKey}, import_id, row_count, ${read}, fingerprint, since, changed, restatements`
  await scratch.connection.run(
    `INSERT INTO slices SELECT ${version} FROM versions WHERE sign > 0 AND until IS NULL`,
  )
  await scratch.connection.run(
    `INSERT INTO past_slices SELECT ${version}, until
    FROM versions WHERE sign > 0 AND until IS NOT NULL`,
  )
  return range
}

/** Puts into the scratch the figures of `touched`, as they stand and as they are to return. */
export async function checkOutFigures(
  clickhouse: ClickhouseConnection,
  scratch: Scratch,
  range: SliceRange,
  state: JournalState,
): Promise<void> {
  if (isNowhere(range)) return
  const file = await fetchParquet(
    clickhouse,
    scratch,
    `SELECT ${parquetDay}, account, app, network, format, country, ad_tag, ${deltas}, sign, since
    FROM figures WHERE ${conditions(range, state)}`,
  )
  const added = `SELECT ${figureKey}, ${deltas
    .split(', ')
    .map((sum) => `sum(${sum}) AS ${sum}`)
    .join(', ')}`
  await scratch.connection.run(
    `INSERT INTO figures SELECT ${figureKey}, ${read}, 0 FROM (
      ${added} FROM ${file} SEMI JOIN touched USING (${sliceKey})
      GROUP BY ${figureKey} HAVING sum(sign) > 0
    )`,
  )
  await scratch.connection.run(
    `INSERT INTO past_figures SELECT ${figureKey}, ${read}, version, version FROM (
      ${added}, version
      FROM ${file} AS journal
      JOIN (SELECT ${sliceKey}, since AS version FROM returning_slices) USING (${sliceKey})
      WHERE journal.since <= version
      GROUP BY ${figureKey}, version HAVING sum(sign) > 0
    )`,
  )
}

/** Sums of changes, where counts of which none is known are told from 0. */
const sums = deltas
  .split(', ')
  .map((column) => `sum(${column}) AS ${column}`)
  .join(', ')
const read = `impressions, CASE WHEN clicks_known > 0 THEN clicks END,
      CASE WHEN installs_known > 0 THEN installs END, revenue_micros`

const isNowhere = (range: SliceRange): boolean =>
  Object.values(range).some((list) => list.length === 0)

/** Conditions on the rows of a range that are visible. Every value in them is a number of ours. */
function conditions({ days, accounts, apps, networks }: SliceRange, state: JournalState): string {
  const among = (column: string, values: readonly number[]) =>
    values.length <= longestList
      ? `${column} IN (${values.join(', ')})`
      : `${column} BETWEEN ${values.reduce((a, b) => Math.min(a, b))} AND ${values.reduce((a, b) => Math.max(a, b))}`
  return [
    among('account', accounts),
    among('app', apps),
    among('day', days),
    among('network', networks),
    ...visibleRows(state),
  ].join(' AND ')
}

let files = 0

/** Has an answer written into a file. @returns what the scratch reads it from */
async function fetchParquet(
  clickhouse: ClickhouseConnection,
  { folder }: Scratch,
  query: string,
): Promise<string> {
  const path = join(folder, `out-${files++}.parquet`)
  await writeFile(path, await clickhouse.ask(`${query}\nFORMAT Parquet`))
  return `read_parquet('${path.replaceAll("'", "''")}')`
}
