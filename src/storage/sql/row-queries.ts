import { figures } from '../../facts/figures.ts'
import { knownBits, type RowSelection, type SliceKey } from '../../ledger/slice-figures.ts'
import { type CompiledQuery, membership, ParameterList } from './parameter-list.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** The text between the brackets of `(app, day, network) IN (…)`. */
export type AmongSlices = (list: ParameterList, slices: readonly SliceKey[]) => string

/** The rows of a selection: their key, the bits of known counts, and their numbers. */
export function selectRows(
  dialect: SqlDialect,
  selection: RowSelection,
  among: AmongSlices,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const { kind = figures } = selection
  const key = kind.rowKey.replace('account, ', '')
  const bits = [...knownBits(kind)].map(
    ([count, bit]) => `CASE WHEN ${count} IS NOT NULL THEN ${bit} ELSE 0 END`,
  )
  const numbers = kind.rowNumbers.map((column) => `coalesce(${column}, 0)`)
  const conditions = [...rowConditions(dialect, list, selection, among), ...list.visibleRows()]
  return list.query(`SELECT ${[key, dialect.byte(bits.join(' + ') || '0'), ...numbers].join(', ')}
FROM ${dialect.rowsOf(kind, conditions.join('\n  AND '), selection)} AS selected
ORDER BY ${key}`)
}

/** The rows of a selection by month: its first day, how many there are, and the sums of their numbers. */
export function selectMonthTotals(
  dialect: SqlDialect,
  selection: RowSelection,
  among: AmongSlices,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const { kind = figures } = selection
  const sums = kind.rowNumbers.map((column) => dialect.total(`coalesce(${column}, 0)`))
  const conditions = [...rowConditions(dialect, list, selection, among), ...list.visibleRows()]
  return list.query(`SELECT ${dialect.periods.month('day')} AS month, ${[dialect.total('1'), ...sums].join(', ')}
FROM ${dialect.rowsOf(kind, conditions.join('\n  AND '), selection)} AS selected
GROUP BY month`)
}

/** Conditions on the rows of a selection. */
function rowConditions(
  dialect: SqlDialect,
  list: ParameterList,
  { kind = figures, scope, days, slices, since }: RowSelection,
  among: AmongSlices,
): string[] {
  const { firstDay, lastDay } = dialect.clampDays(days)
  const apps = slices ? appsOf(slices) : scope.apps
  const key = `(app, ${dialect.dayNumber('day')}, ${kind.sliceLabel})`
  return [
    `account = ${list.bind('account', scope.account)}`,
    // Row groups and key ranges are skipped by these two; the list of slices is exact.
    ...(apps ? [membership('app', list.bindList('app', apps), apps.length)] : []),
    `day BETWEEN ${list.bind('day', firstDay)} AND ${list.bind('day', lastDay)}`,
    ...(since === undefined ? [] : [`since >= ${list.bind('entry', since)}`]),
    ...(slices ? [`${key} IN (${among(list, slices)})`] : []),
  ]
}

/** A condition on many apps would skip nothing, and take longer to read than the rows. */
const maxNamedApps = 100

function appsOf(slices: readonly SliceKey[]): readonly number[] | null {
  const apps = new Set(slices.map(({ app }) => app))
  return apps.size > maxNamedApps ? null : [...apps]
}
