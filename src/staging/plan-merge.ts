import type { DuckDBConnection } from '@duckdb/node-api'
import { figureKey, sliceKey } from '../ledger/figure-keys.ts'
import type { LedgerEntries } from '../ledger/figure-ledger.ts'
import {
  figureColumns,
  figureCounts,
  figuresByMonth,
  sliceVersionColumns,
  sumsOf,
} from './columns.ts'
import { rowsOf } from './scratch-tables.ts'
import { inRange, rangeOf } from './slice-range.ts'
import type { CurrentSlices, SliceRange } from './staged-slices.ts'

/**
 * Lists in `current_slices` the slices of a range and those of another app with the same day, account
 * and network, and in `next_figures` the sums of both as figures of that app.
 *
 * @param into the key of the other app
 */
export async function mergeFigures(
  scratch: DuckDBConnection,
  range: SliceRange,
  into: number,
  current: CurrentSlices,
): Promise<void> {
  await scratch.run(`CREATE OR REPLACE TEMP TABLE current_slices AS
    SELECT ${sliceVersionColumns} FROM ${await current.slices(range)} WHERE ${inRange(range)}`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE touched AS
    SELECT DISTINCT day, account, CAST(${into} AS UINTEGER) AS app, network FROM current_slices`)
  await scratch.run(`INSERT INTO current_slices
    SELECT ${sliceVersionColumns} FROM ${await current.slices(await rangeOf(scratch, 'touched'))}
    SEMI JOIN touched USING (${sliceKey})`)
  const figures = await current.figures(await rangeOf(scratch, 'current_slices'))
  await scratch.run(`CREATE OR REPLACE TEMP TABLE next_figures AS
    SELECT ${figureColumns} FROM (
      SELECT ${figureKey.replace('app', `CAST(${into} AS UINTEGER) AS app`)},
        ${sumsOf([...figureCounts, 'revenue_micros'])}
      FROM (SELECT ${figureColumns} FROM ${figures}) SEMI JOIN current_slices USING (${sliceKey})
      GROUP BY ALL
    ) ORDER BY ${figuresByMonth}`)
}

/**
 * The clock whose midnights divide the days of `current_slices`. Where there are several, it is the
 * last one by name, as for a day that several imports stated.
 */
export async function lastDayZone(
  scratch: DuckDBConnection,
  entries: Pick<LedgerEntries, 'byIds'>,
): Promise<string> {
  const rows = await rowsOf(scratch, 'SELECT DISTINCT import_id FROM current_slices')
  const found = await entries.byIds(rows.map(([id]) => Number(id)))
  return (
    found
      .map(({ dayZone }) => dayZone)
      .sort()
      .at(-1) ?? 'UTC'
  )
}
