import type { DuckDBConnection } from '@duckdb/node-api'
import { figureKey } from '../ledger/figure-keys.ts'
import { figureCounts } from './columns.ts'
import { unconverted } from './next-figures.ts'
import { rowsOf } from './scratch-tables.ts'
import type { ViewedCounts } from './staged-slices.ts'
import { StagingNeeded } from './view-files.ts'

/** The key of a figure as three numbers, which sort like `figuresByMonth`. */
const packedKey = [
  "(CAST(date_part('year', day) * 32 + date_part('month', day) AS UBIGINT) << 32) | account AS month_account",
  "(CAST(app AS UBIGINT) << 32) | (CAST(date_part('day', day) AS UBIGINT) << 16) | network AS app_day_network",
  '(CAST(format AS UBIGINT) << 48) | (CAST(country AS UBIGINT) << 32) | ad_tag AS format_country_ad_tag',
]

const part = (key: string, shift: number, bits: number): string =>
  `((${key} >> ${shift}) & ${2 ** bits - 1})`

const unpackedKey = [
  `make_date(CAST(${part('month_account', 37, 27)} AS BIGINT), CAST(${part('month_account', 32, 5)} AS BIGINT),
    CAST(${part('app_day_network', 16, 16)} AS BIGINT)) AS day`,
  `CAST(${part('month_account', 0, 32)} AS UINTEGER) AS account`,
  `CAST(${part('app_day_network', 32, 32)} AS UINTEGER) AS app`,
  `CAST(${part('app_day_network', 0, 16)} AS USMALLINT) AS network`,
  `CAST(${part('format_country_ad_tag', 48, 16)} AS USMALLINT) AS format`,
  `CAST(${part('format_country_ad_tag', 32, 16)} AS USMALLINT) AS country`,
  `CAST(${part('format_country_ad_tag', 0, 32)} AS UINTEGER) AS ad_tag`,
]

/**
 * Makes `next_figures` of viewed files, as a view of `viewed_figures`. Rows are narrow while they are
 * sorted, because that takes the most memory of an import.
 *
 * @param rowCount the rows that the files have
 * @throws StagingNeeded when keys are repeated, or when the files changed since they were checked
 */
export async function makeViewedFigures(
  scratch: DuckDBConnection,
  { present, areShort }: ViewedCounts,
  rowCount: number,
): Promise<void> {
  const counts = figureCounts.filter((count) => present.includes(count))
  const narrow = counts.map((count) => (areShort ? `CAST(${count} AS INTEGER) AS ${count}` : count))
  await scratch.run(`CREATE OR REPLACE TEMP TABLE viewed_figures AS
    SELECT ${[...unpackedKey, ...counts].join(', ')}, revenue_micros FROM (
      SELECT * FROM (
        SELECT ${[...packedKey, ...narrow].join(', ')}, revenue_micros FROM (${unconverted})
      ) ORDER BY month_account, app_day_network, format_country_ad_tag
    )`)
  const wide = figureCounts.map(
    (count) => `CAST(${counts.includes(count) ? count : 'NULL'} AS BIGINT) AS ${count}`,
  )
  await scratch.run(`CREATE OR REPLACE TEMP VIEW next_figures AS
    SELECT ${figureKey}, ${wide.join(', ')}, revenue_micros FROM viewed_figures`)
  const isSame = figureKey
    .split(', ')
    .map((column) => `${column} = lag(${column}) OVER ()`)
    .join(' AND ')
  // Rows with the same key are neighbours.
  const [found] = await rowsOf(
    scratch,
    `SELECT count(*) FILTER (is_same), count(*) FROM (SELECT ${isSame} AS is_same FROM viewed_figures)`,
  )
  const [repeated, rows] = found!.map(Number)
  if (repeated! > 0 || rows !== rowCount) throw new StagingNeeded()
}
