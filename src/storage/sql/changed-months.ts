import { periodOf } from '../../reporting/periods.ts'
import { type AppMonth, maxChangedMonths } from '../../reporting/report-store.ts'
import type { Day } from '../../values/day.ts'
import { type CompiledQuery, ParameterList } from './parameter-list.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** An account's changes after an entry: apps, and a day of each month. At most one more than is listed. */
export function changedMonths(dialect: SqlDialect, account: number, entry: number): CompiledQuery {
  const list = new ParameterList(dialect)
  const conditions = [
    `account = ${list.bind('account', account)}`,
    `entry > ${list.bind('entry', entry)}`,
    ...list.visibleRows('entry'),
  ]
  return list.query(`SELECT app, ${dialect.dayNumber('min(day)')}
FROM changes
WHERE ${conditions.join(' AND ')}
GROUP BY app, ${dialect.periods.month('day')}
LIMIT ${list.bind('number', maxChangedMonths + 1)}`)
}

/** @param rows the answer to {@link changedMonths} @returns null when there are more than are listed */
export function toAppMonths(rows: readonly (readonly unknown[])[]): AppMonth[] | null {
  if (rows.length > maxChangedMonths) return null
  return rows.map(([app, day]) => ({
    app: Number(app),
    month: periodOf('month', Number(day) as Day),
  }))
}
