import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import { factKinds } from '../../facts/kinds.ts'
import {
  type ChangePosition,
  type FigureScope,
  type LastChangeRange,
  maxEntryNetworks,
} from '../../ledger/figure-ledger.ts'
import type { DaySpan } from '../../values/day.ts'
import { type CompiledQuery, membership, ParameterList } from './parameter-list.ts'
import { scopeConditions, where } from './scope-conditions.ts'
import type { SqlDialect } from './sql-dialect.ts'

/** The totals of changed slices of all kinds of fact; those of ad figures come first. */
export const changedTotals: readonly string[] = Object.values<FactKind>(factKinds).flatMap((kind) =>
  kind.mainNumbers.map((column) => totalName(kind, column)),
)

/** Ad figures have impressions and revenue of their own. */
function totalName({ name }: FactKind, column: string): string {
  const isShared = name !== 'figures' && figures.mainNumbers.includes(column)
  return isShared ? `${name}_${column}` : column
}

/**
 * The changed slices of all kinds of fact: their entry, account and day, and the {@link changedTotals}. A slice has 0
 * of totals of other kinds than its own.
 */
function allChanges(conditions: readonly string[]): string {
  const kinds = Object.values<FactKind>(factKinds).map((kind) => {
    const own = new Map(kind.mainNumbers.map((column) => [totalName(kind, column), column]))
    const totals = (['old', 'new'] as const).flatMap((age) =>
      changedTotals.map((total) => {
        const none = `CASE WHEN ${age}_${kind.mainNumbers[0]} IS NOT NULL THEN 0 END`
        return `${own.has(total) ? `${age}_${own.get(total)}` : none} AS ${age}_${total}`
      }),
    )
    return `SELECT entry, account, day, ${totals.join(', ')}
  FROM ${kind.tables.changes}
  ${where(conditions)}`
  })
  return `(
  ${kinds.join('\n  UNION ALL ')}
) AS changed`
}

/**
 * The entries that changed facts of an account, newest first.
 *
 * @param before only entries with a lower id; null for all
 */
export function newestEntries(
  dialect: SqlDialect,
  scope: FigureScope,
  before: number | null,
  limit: number,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const conditions = [
    ...scopeConditions(list, scope),
    ...(before === null ? [] : [`entry < ${list.bind('entry', before)}`]),
    ...list.visibleRows('entry'),
  ]
  return list.query(`SELECT DISTINCT entry
FROM ${allChanges(conditions)}
ORDER BY entry DESC LIMIT ${list.bind('number', limit)}`)
}

/**
 * The changes of an account's facts by entry. Columns: entry; slices added, restated and removed;
 * first and last day; the growth of {@link changedTotals}.
 */
export function changesByEntry(
  dialect: SqlDialect,
  scope: FigureScope,
  firstEntry: number,
  lastEntry: number,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const conditions = [
    ...scopeConditions(list, scope),
    `entry BETWEEN ${list.bind('entry', firstEntry)} AND ${list.bind('entry', lastEntry)}`,
  ]
  return list.query(`SELECT entry,
  count(*) FILTER (WHERE old_impressions IS NULL),
  count(*) FILTER (WHERE old_impressions IS NOT NULL AND new_impressions IS NOT NULL),
  count(*) FILTER (WHERE new_impressions IS NULL),
  ${dialect.dayNumber('min(day)')}, ${dialect.dayNumber('max(day)')},
  ${growth(dialect, changedTotals)}
FROM ${allChanges(conditions)}
GROUP BY entry`)
}

/**
 * The codes of the networks whose slices entries changed. Columns: entry; network; how many networks
 * the entry changed. At most {@link maxEntryNetworks} of an entry.
 */
export function networksByEntry(
  dialect: SqlDialect,
  scope: FigureScope,
  firstEntry: number,
  lastEntry: number,
): CompiledQuery {
  const list = new ParameterList(dialect)
  return list.query(`SELECT entry, network, network_count
FROM (
  SELECT entry, network, row_number() OVER (PARTITION BY entry ORDER BY network) AS place,
    count(*) OVER (PARTITION BY entry) AS network_count
  FROM (
    SELECT DISTINCT entry, network
    FROM changes
    ${where(scopeConditions(list, scope))}
      AND entry BETWEEN ${list.bind('entry', firstEntry)} AND ${list.bind('entry', lastEntry)}
  ) AS found
) AS counted
WHERE place <= ${maxEntryNetworks}`)
}

/**
 * The entries of a list that also changed other facts: of other accounts, or of apps that are not in the scope.
 *
 * @param accounts an account and its secondary reports
 * @param apps null for all of them
 */
export function entriesOfOthers(
  dialect: SqlDialect,
  accounts: readonly number[],
  apps: FigureScope['apps'],
  entries: readonly number[],
): CompiledQuery {
  const list = new ParameterList(dialect)
  const own = [membership('account', list.bindList('account', accounts), accounts.length)]
  if (apps !== null) own.push(membership('app', list.bindList('app', apps), apps.length))
  const conditions = [
    `NOT (${own.join(' AND ')})`,
    membership('entry', list.bindList('entry', entries), entries.length),
  ]
  return list.query(`SELECT DISTINCT entry FROM ${allChanges(conditions)}`)
}

/** The accounts and apps of the slices that an entry stated or ended. */
export function touchedApps(dialect: SqlDialect, entry: number): CompiledQuery {
  const list = new ParameterList(dialect)
  const tables = Object.values(factKinds).flatMap((kind) => [
    ...dialect.sliceTables(kind).map((table) => [table, 'since'] as const),
    [kind.tables.changes, 'entry'] as const,
  ])
  const parts = tables.map(
    ([table, column]) => `SELECT account, app FROM ${table}
${where([`${column} = ${list.bind('entry', entry)}`, ...list.visibleRows(column)])}`,
  )
  return list.query(`SELECT DISTINCT account, app FROM (
${parts.join('\nUNION ALL\n')}
)`)
}

/** The change of impressions and revenue, by entry and account or secondary report. */
export function changesByAccount(
  dialect: SqlDialect,
  firstEntry: number,
  lastEntry: number,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const entries = `entry BETWEEN ${list.bind('entry', firstEntry)} AND ${list.bind('entry', lastEntry)}`
  return list.query(`SELECT entry, account,
  ${growth(dialect, changedTotals)}
FROM ${allChanges([entries])}
GROUP BY entry, account`)
}

/**
 * An account's changed slices, oldest change first. Columns: entry, day, app, network; the old
 * impressions, clicks, installs and revenue; the new ones.
 *
 * @param after only changes after this position; null for all
 */
export function sliceChanges(
  dialect: SqlDialect,
  scope: FigureScope,
  after: ChangePosition | null,
  limit: number,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const day = dialect.dayNumber('day')
  return list.query(`SELECT entry, ${day}, app, network,
  ${totals('old')},
  ${totals('new')}
FROM changes
${where([
  ...scopeConditions(list, scope),
  ...(after === null ? [] : isAfter(list, after, day)),
  ...list.visibleRows('entry'),
])}
ORDER BY entry, day, app, network LIMIT ${list.bind('number', limit)}`)
}

/**
 * An account's changed slices by their last change, see {@link FigureLedger.lastChanges}. Columns:
 * entry, day, app, network; whether the slice exists, its impressions and revenue.
 */
export function lastChanges(
  dialect: SqlDialect,
  scope: FigureScope,
  { kind = figures, after, entry, days, onlyExisting }: LastChangeRange,
  limit: number,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const { sliceLabel, tables } = kind
  const totals = kind.mainNumbers
  const first = list.bind('entry', after?.entry ?? 0)
  const span = days && dialect.clampDays(days)
  const changed = [
    ...scopeConditions(list, scope),
    `entry BETWEEN ${first} AND ${list.bind('entry', entry)}`,
    ...(span
      ? [`day BETWEEN ${list.bind('day', span.firstDay)} AND ${list.bind('day', span.lastDay)}`]
      : []),
    ...list.visibleRows('entry'),
  ]
  const newest = (value: string, name: string) => `max_by(${value}, entry) AS ${name}`
  const last = [
    'true',
    ...(after === null ? [] : isAfter(list, after, 'day_number', sliceLabel, 'last_entry')),
    ...(onlyExisting ? ['is_there = 1'] : []),
  ]
  // Without earlier entries, the last change of a slice is still the last one.
  return list.query(`SELECT last_entry, day_number, app, ${sliceLabel}, is_there, ${totals.join(', ')}
FROM (
  SELECT max(entry) AS last_entry, ${dialect.dayNumber('day')} AS day_number, app, ${sliceLabel},
    ${newest(`CASE WHEN new_${totals[0]} IS NULL THEN 0 ELSE 1 END`, 'is_there')},
    ${totals.map((total) => newest(`coalesce(new_${total}, 0)`, total)).join(',\n    ')}
  FROM ${tables.changes}
  ${where(changed)}
  GROUP BY day, app, ${sliceLabel}
)
${where(last)}
ORDER BY last_entry, day_number, app, ${sliceLabel} LIMIT ${list.bind('number', limit)}`)
}

/** The days on which an account's facts of a kind changed in some entries, each with the last one that did. */
export function lastChangesByDay(
  dialect: SqlDialect,
  scope: FigureScope,
  { kind, since, entry }: { kind: FactKind; since: number; entry: number },
): CompiledQuery {
  const list = new ParameterList(dialect)
  return list.query(`SELECT ${dialect.dayNumber('day')} AS day_number, max(entry)
FROM ${kind.tables.changes}
${where([
  ...scopeConditions(list, scope),
  `entry BETWEEN ${list.bind('entry', since)} AND ${list.bind('entry', entry)}`,
  ...list.visibleRows('entry'),
])}
GROUP BY day ORDER BY day_number`)
}

/**
 * The changes of an account's days by entry, network, day and the entry that had changed the slices last before,
 * oldest first. Columns: entry, day, network, entry before or 0; then the number of slices and the change of
 * impressions and revenue of those added, restated and removed. Slices whose rows changed and totals did not, as
 * when ad units have other names, are left out.
 */
export function networkDayChanges(
  dialect: SqlDialect,
  scope: FigureScope,
  days: DaySpan,
  limit: number,
): CompiledQuery {
  const list = new ParameterList(dialect)
  const { firstDay, lastDay } = dialect.clampDays(days)
  const kinds = [
    'old_impressions IS NULL AND new_impressions IS NOT NULL',
    'old_impressions IS NOT NULL AND new_impressions IS NOT NULL',
    'old_impressions IS NOT NULL AND new_impressions IS NULL',
  ]
  const summed = (column: string, kind: string) => {
    const part = (age: string) => `coalesce(${dialect.wide(`${age}_${column}`)}, 0)`
    return `coalesce(sum(${part('new')} - ${part('old')}) FILTER (WHERE ${kind}), 0)`
  }
  const columns = kinds.flatMap((kind) => [
    `count(*) FILTER (WHERE ${kind})`,
    ...['impressions', 'revenue_micros'].map((column) => summed(column, kind)),
  ])
  const earlier = 'PARTITION BY day, app, network ORDER BY entry ROWS'
  return list.query(`SELECT entry, ${dialect.dayNumber('day')} AS day_number, network, entry_before,
  ${columns.join(',\n  ')}
FROM (
  SELECT *, coalesce(max(entry) OVER (${earlier} BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING), 0) AS entry_before
  FROM changes
  ${where([
    ...scopeConditions(list, scope),
    `day BETWEEN ${list.bind('day', firstDay)} AND ${list.bind('day', lastDay)}`,
    ...list.visibleRows('entry'),
  ])}
) AS dated
${where([`(${hasOtherTotals})`])}
GROUP BY entry, day, network, entry_before
ORDER BY entry, day_number, network, entry_before LIMIT ${list.bind('number', limit)}`)
}

function isAfter(
  list: ParameterList,
  after: ChangePosition,
  dayNumber: string,
  label = 'network',
  entryColumn = 'entry',
): string[] {
  const entry = list.bind('entry', after.entry)
  const day = list.bind('number', after.day)
  const app = list.bind('app', after.app)
  const code = list.bind('network', after.networkCode)
  return [
    `${entryColumn} >= ${entry}`,
    `(${entryColumn}, ${dayNumber}, app, ${label}) > (${entry}, ${day}, ${app}, ${code})`,
  ]
}

/** Whether a changed slice is new, has ended, or has other totals. */
const hasOtherTotals = [
  'old_impressions IS NULL OR new_impressions IS NULL',
  'old_impressions <> new_impressions OR old_revenue_micros <> new_revenue_micros',
  'coalesce(old_clicks, 0) <> coalesce(new_clicks, 0)',
  'coalesce(old_installs, 0) <> coalesce(new_installs, 0)',
].join(' OR ')

/** By how much totals of changed slices changed. */
function growth({ wide }: SqlDialect, totals: readonly string[]): string {
  const sum = (column: string) => `sum(coalesce(${wide(column)}, 0))`
  const grown = (column: string) => `${sum(`new_${column}`)} - ${sum(`old_${column}`)}`
  return totals.map(grown).join(', ')
}

/** The totals of a changed slice. Unknown counts are 0; impressions are null without a slice. */
const totals = (age: 'old' | 'new') =>
  `${age}_impressions, coalesce(${age}_clicks, 0), coalesce(${age}_installs, 0), ${age}_revenue_micros`
