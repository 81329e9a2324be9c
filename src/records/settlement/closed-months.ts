import { existsSync } from 'node:fs'
import type { Day } from '../../values/day.ts'
import { formatMonth } from '../../values/months.ts'
import { openReadOnly } from '../read-only-sqlite.ts'

/** A month that an account closed. */
export interface ClosedMonth {
  readonly account: string
  /** `YYYY-MM`. */
  readonly month: string
  readonly closedAtMs: number
}

/**
 * The closed months in a SQLite file that others may have open.
 *
 * @returns none when there is no such file, or another release wrote it
 */
export function readClosedMonths(path: string): ClosedMonth[] {
  if (!existsSync(path)) return []
  const database = openReadOnly(path)
  try {
    const rows = database
      .prepare(
        `SELECT username, month, closed_at_ms AS "closedAtMs" FROM month_closes
         JOIN accounts ON accounts.id = account_id ORDER BY username, month`,
      )
      .all() as { username: string; month: number; closedAtMs: number }[]
    return rows.map(({ username, month, closedAtMs }) => ({
      account: username,
      month: formatMonth(month as Day),
      closedAtMs,
    }))
  } catch {
    return []
  } finally {
    database.close()
  }
}

/** The closes that others do not have: their months are open, or were closed again. */
export const closesMissing = (
  closes: readonly ClosedMonth[],
  others: readonly ClosedMonth[],
): ClosedMonth[] =>
  closes.filter(
    ({ account, month, closedAtMs }) =>
      !others.some(
        (other) =>
          other.account === account && other.month === month && other.closedAtMs === closedAtMs,
      ),
  )
