import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import type { LabelName } from '../../facts/label-names.ts'
import type { FigureScope } from '../../ledger/figure-ledger.ts'
import type { DaySpan } from '../../values/day.ts'
import { type CompiledQuery, ParameterList } from './parameter-list.ts'
import { scopeConditions, where } from './scope-conditions.ts'
import type { SqlDialect } from './sql-dialect.ts'

/**
 * The reported days of an account. Columns: day, network or source, the highest number of restatements of a
 * slice, the last entry that changed a slice, the imports that stated the slices.
 */
export function reportedDaysQuery(
  dialect: SqlDialect,
  scope: FigureScope,
  days: DaySpan,
  entry?: number,
  kind: FactKind = figures,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const { firstDay, lastDay } = dialect.clampDays(days)
  const label = kind.sliceLabel
  const versions = ['restatements', 'changed', 'import_id']
  const conditions = [
    ...scopeConditions(list, scope),
    `day BETWEEN ${list.bind('day', firstDay)} AND ${list.bind('day', lastDay)}`,
    ...list.visibleRows(),
  ]
  // Grouping by import first is faster than collecting the distinct imports of all slices.
  return list.query(`SELECT ${dialect.dayNumber('day')}, ${label},
  max(most_restatements), max(last_change), array_agg(import_id)
FROM (
  SELECT day, ${label}, import_id, max(restatements) AS most_restatements, max(changed) AS last_change
  FROM ${slices(dialect, ['day', 'app', label], versions, conditions, { kind, entry })}
  GROUP BY day, ${label}, import_id
)
GROUP BY day, ${label}`)
}

/** A count that is 0 when an account has no figures, and the first and last day with figures. */
export function daySpan(dialect: SqlDialect, scope: FigureScope): CompiledQuery {
  const list = new ParameterList(dialect)
  const conditions = [...scopeConditions(list, scope), ...list.visibleRows()]
  return list.query(`SELECT count(*), ${dialect.dayNumber('min(day)')}, ${dialect.dayNumber('max(day)')}
FROM ${slices(dialect, ['day'], [], conditions)}`)
}

/** The newest of some days by account and network, also of secondary reports. */
export function newestDays(dialect: SqlDialect, days: DaySpan): CompiledQuery {
  const list = new ParameterList(dialect)
  const { firstDay, lastDay } = dialect.clampDays(days)
  const conditions = [
    `day BETWEEN ${list.bind('day', firstDay)} AND ${list.bind('day', lastDay)}`,
    ...list.visibleRows(),
  ]
  const keys = ['account', 'day', 'app', 'network']
  return list.query(`SELECT account, network, ${dialect.dayNumber('max(day)')}
FROM ${slices(dialect, keys, [], conditions)}
GROUP BY account, network`)
}

/** The codes of the networks with figures of an account, or of its sources of users. */
export function networkCodes(
  dialect: SqlDialect,
  scope: FigureScope,
  kind: FactKind = figures,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const conditions = [...scopeConditions(list, scope), ...list.visibleRows()]
  const { sliceLabel } = kind
  return list.query(`SELECT DISTINCT ${sliceLabel}
FROM ${slices(dialect, [sliceLabel], [], conditions, { kind })}`)
}

/** The codes of a label in the rows of a kind, in the order in which they were first reported. */
export function labelCodes(
  dialect: SqlDialect,
  scope: FigureScope,
  { tables }: FactKind,
  label: LabelName,
  limit: number,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const having = dialect.presence ? ` HAVING ${dialect.presence}` : ''
  return list.query(`SELECT ${label}
FROM ${tables.rows}
${where([...scopeConditions(list, scope), ...list.visibleRows()])}
GROUP BY ${label}${having}
ORDER BY ${label} LIMIT ${list.bind('number', limit)}`)
}

/** An account's slices, with the newest value of each version column. @param entry undefined for now */
function slices(
  { newest, presence, versionsOf }: SqlDialect,
  keys: readonly string[],
  versions: readonly string[],
  conditions: readonly string[],
  { kind = figures, entry }: { readonly kind?: FactKind; readonly entry?: number | undefined } = {},
): string {
  const group = presence ? `\n  GROUP BY ${keys.join(', ')} HAVING ${presence}` : ''
  return `(
  SELECT ${[...keys, ...versions.map(newest)].join(', ')}
  FROM ${versionsOf(kind, entry)}
  ${where(conditions)}${group}
)`
}
