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
