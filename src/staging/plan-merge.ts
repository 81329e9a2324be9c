import type { DuckDBConnection } from '@duckdb/node-api'
import type { LedgerEntries } from '../ledger/figure-ledger.ts'
import { rowsByMonth, sumsOf } from './columns.ts'
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
  const { kind } = current
  const { sliceKey, rowKey, rowColumns, versionColumns } = kind
  const appColumn = `CAST(${into} AS UINTEGER) AS app`
  await scratch.run(`CREATE OR REPLACE TEMP TABLE current_slices AS
    SELECT ${versionColumns} FROM ${await current.slices(range)} WHERE ${inRange(range, kind)}`)
  await scratch.run(`CREATE OR REPLACE TEMP TABLE touched AS
    SELECT DISTINCT ${sliceKey.replace('app', appColumn)} FROM current_slices`)
  const touched = await rangeOf(scratch, 'touched', kind)
  await scratch.run(`INSERT INTO current_slices
    SELECT ${versionColumns} FROM ${await current.slices(touched)}
    SEMI JOIN touched USING (${sliceKey})`)
  const rows = await current.figures(await rangeOf(scratch, 'current_slices', kind))
  await scratch.run(`CREATE OR REPLACE TEMP TABLE next_figures AS
    SELECT ${rowColumns} FROM (
      SELECT ${rowKey.replace('app', appColumn)}, ${sumsOf(kind.rowNumbers)}
      FROM (SELECT ${rowColumns} FROM ${rows}) SEMI JOIN current_slices USING (${sliceKey})
      GROUP BY ALL
    ) ORDER BY ${rowsByMonth(kind)}`)
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
