import type { DuckDBConnection } from '@duckdb/node-api'
import type { Day } from '../values/day.ts'
import { rowsOf } from './scratch-tables.ts'

/** The accounts and secondary reports whose slices an entry states or ends. */
export async function touchedAccounts(scratch: DuckDBConnection): Promise<number[]> {
  const rows = await rowsOf(scratch, 'SELECT DISTINCT account FROM slice_changes')
  return rows.map(([account]) => Number(account))
}

/** The first and last day of the slices of an entry; null without any. */
export async function changedDays(
  scratch: DuckDBConnection,
): Promise<{ readonly firstDay: Day | null; readonly lastDay: Day | null }> {
  const day = (which: string) => `date_diff('day', DATE '1970-01-01', ${which}(day))`
  const [row] = await rowsOf(scratch, `SELECT ${day('min')}, ${day('max')} FROM slice_changes`)
  const [firstDay, lastDay] = row!.map((value) => (value === null ? null : (Number(value) as Day)))
  return { firstDay: firstDay!, lastDay: lastDay! }
}

/** The record of an entry that also changed the slices of another kind of fact, which the scratch has. */
export async function withOtherKind<Recorded extends RecordedSlices>(
  scratch: DuckDBConnection,
  record: Recorded,
  { rows, slices }: { readonly rows: number; readonly slices: number },
): Promise<Recorded> {
  const other = await changedDays(scratch)
  const days = [record, other].flatMap(({ firstDay, lastDay }) =>
    firstDay === null || lastDay === null ? [] : [firstDay, lastDay],
  )
  return {
    ...record,
    rowCount: record.rowCount + rows,
    sliceCount: record.sliceCount + slices,
    firstDay: days.length === 0 ? null : (Math.min(...days) as Day),
    lastDay: days.length === 0 ? null : (Math.max(...days) as Day),
  }
}

interface RecordedSlices {
  readonly rowCount: number
  readonly sliceCount: number
  readonly firstDay: Day | null
  readonly lastDay: Day | null
}
