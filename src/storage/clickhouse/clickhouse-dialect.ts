import type { JournalState } from '../../ledger/journal.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import { type Day, type DaySpan, formatDay } from '../../values/day.ts'
import type { Labels } from '../sql/labels.ts'
import type { ParameterType, SqlDialect, SqlParameter } from '../sql/sql-dialect.ts'
import type { QueryParameters } from './connection.ts'

/** The exact types of the columns; with others, the primary key would not be used. */
const parameterTypes: Readonly<Record<ParameterType, string>> = {
  account: 'UInt32',
  app: 'UInt32',
  day: 'Date',
  network: 'UInt16',
  format: 'UInt16',
  country: 'UInt16',
  ad_tag: 'UInt32',
  entry: 'UInt32',
  number: 'UInt32',
}

/** Values by the names of their placeholders. */
export function boundValues(parameters: readonly SqlParameter[]): QueryParameters {
  const named = parameters.map(({ type, value }, index) => [
    `p${index + 1}`,
    type === 'day' ? formatDay(value as Day) : value,
  ])
  return Object.fromEntries(named)
}

const wide = (column: string) => `toInt128(${column})`

/** Conditions on the rows that are visible at a state's last entry. */
export function visibleRows(
  { last, hidden }: Pick<JournalState, 'last' | 'hidden'>,
  bind: (entries: readonly number[]) => string = (entries) => entries.join(', '),
  column = 'since',
): string[] {
  const between = hidden.filter((entry) => entry < last)
  const upTo = `${column} <= ${bind([last])}`
  return between.length === 0 ? [upTo] : [upTo, `${column} NOT IN (${bind(between)})`]
}

/** The last day that fits the engine's 16 bits: 2149-06-06. The first is 1970-01-01. */
export const lastDate = 65_535 as Day

/** The days of a span that the engine can store, possibly none. */
export function clampToDateRange({ firstDay, lastDay }: DaySpan): DaySpan {
  if (lastDay < 0 || firstDay > lastDate) return { firstDay: 1 as Day, lastDay: 0 as Day }
  return {
    firstDay: Math.max(firstDay, 0) as Day,
    lastDay: Math.min(lastDay, lastDate) as Day,
  }
}

/**
 * The dialect for the journal in ClickHouse.
 *
 * @param state the state to read
 */
export function clickhouseDialect(
  labels: Labels,
  state: Pick<JournalState, 'last' | 'hidden'>,
): SqlDialect {
  return {
    labels,
    table: (table) => table,
    sliceTables: ['slices'],
    visibleRows: (bind, column) => visibleRows(state, bind, column),
    presence: 'sum(sign) > 0',
    placeholder: (position, type) => `{p${position}:${parameterTypes[type]}}`,
    // A URL takes a thousand parameters; a list may have many more values.
    listPlaceholder: (position, type) => `{p${position}:Array(${parameterTypes[type]})}`,
    // A sum of 64 bits would wrap silently.
    total: (column) => `accurateCast(sum(${wide(column)}), 'Int64')`,
    wide,
    dayNumber: (day) => `toUInt32(${day})`,
    clampDays: clampToDateRange,
    newest: (column) => `argMax(${column}, since) AS ${column}`,
    positionIn: ([list], column) => `indexOf(${list}, ${column})`,
  }
}

/**
 * Splits a plan into one for its totals and one for its rows. Both read the same state, so they can be
 * separate queries.
 */
export function splitTotals(plan: ReportPlan): {
  readonly totals: ReportPlan | null
  readonly rows: ReportPlan | null
} {
  if (!plan.totals) return { totals: null, rows: plan }
  const totals = { ...plan, dimensions: plan.totals, totals: null, sorted: false }
  // Without dimensions the total is the one row.
  return { totals, rows: plan.dimensions.length === 0 ? null : { ...plan, totals: null } }
}
