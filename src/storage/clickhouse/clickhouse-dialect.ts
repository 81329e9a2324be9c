import { codeOfLabel, type LabelName, labelNames } from '../../facts/label-names.ts'
import type { JournalState } from '../../ledger/journal.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import { type Day, type DaySpan, formatDay } from '../../values/day.ts'
import type { Labels } from '../sql/labels.ts'
import type {
  AppGroupColumn,
  BindNumbers,
  GroupedApps,
  ParameterType,
  SqlDialect,
  SqlParameter,
} from '../sql/sql-dialect.ts'
import { changeSums, factSums, keyedChanges } from './change-sums.ts'
import type { QueryParameters } from './connection.ts'
import { knownOf } from './journal-deltas.ts'

/** The exact types of the columns; with others, the primary key would not be used. */
const parameterTypes: Readonly<Record<ParameterType, string>> = {
  account: 'UInt32',
  app: 'UInt32',
  day: 'Date',
  ...(Object.fromEntries(
    labelNames.map((label) => [label, codeOfLabel(label) === 32 ? 'UInt32' : 'UInt16']),
  ) as Record<LabelName, string>),
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
    rowsOf: ({ tables, rowKey, rowNumbers, optionalNumbers }, where) => {
      const numbers = rowNumbers.map((column) =>
        optionalNumbers.includes(column)
          ? `if(sum(${knownOf(column)}) > 0, sum(${column}), NULL) AS ${column}`
          : `toNullable(sum(${column})) AS ${column}`,
      )
      return `(
  SELECT ${[rowKey, ...numbers].join(', ')} FROM ${tables.rows}
  WHERE ${where} GROUP BY ${rowKey} HAVING sum(sign) > 0
)`
    },
    slicesOf: ({ tables, sliceKey }, where) =>
      `(SELECT ${sliceKey} FROM ${tables.slices} WHERE ${where} GROUP BY ${sliceKey} HAVING sum(sign) > 0)`,
    versionsOf: ({ tables }) => tables.slices,
    noNumber: "CAST(NULL, 'Nullable(Int64)')",
    factSums,
    sliceTables: ({ tables }) => [tables.slices],
    visibleRows: (bind, column) => visibleRows(state, bind, column),
    presence: 'sum(sign) > 0',
    placeholder: (position, type) => `{p${position}:${parameterTypes[type]}}`,
    // A URL takes a thousand parameters; a list may have many more values.
    listPlaceholder: (position, type) => `{p${position}:Array(${parameterTypes[type]})}`,
    sums: changeSums,
    total: (column) => `accurateCast(sum(toInt128(${column})), 'Int64')`,
    keyed: keyedChanges,
    // Numbers, because the engine's weeks begin in 1970.
    periods: {
      day: (day) => `toInt32(${day})`,
      week: (day) => `toInt32(toInt32(${day}) - (toInt32(${day}) + 3) % 7)`,
      month: (day) => `toInt32(toInt32(${day}) - toDayOfMonth(${day}) + 1)`,
    },
    periodAt: (dayNumber) => `toInt32(${dayNumber})`,
    valuesOf: (_, values, name) => `(SELECT arrayJoin(${numbers(values)}) AS ${name})`,
    int128: wide,
    quotient: (top, bottom) => `intDivOrZero(${top}, ${bottom})`,
    byte: (expression) => `toUInt8(${expression})`,
    lookup: (_, values, index) => `arrayElement(${numbers(values)}, (${index}) + 1)`,
    groupApps,
    wide,
    dayNumber: (day) => `toUInt32(${day})`,
    laterDay: (day, days) => `(${day} + ${days})`,
    clampDays: clampToDateRange,
    newest: (column) => `argMax(${column}, since) AS ${column}`,
    positionIn: ([list], column) => `indexOf(${list}, ${column})`,
  }
}

/** A list in the text of a query, which may be longer than an address. */
const numbers = (values: readonly number[]) => `CAST([${values.join(', ')}], 'Array(UInt32)')`

function groupApps(
  _: BindNumbers,
  apps: readonly number[],
  groups: readonly AppGroupColumn[],
): GroupedApps {
  if (apps.length === 0) {
    return { join: '', conditions: ['false'], columns: groups.map(() => 'toUInt32(0)') }
  }
  const keys = numbers(apps)
  return {
    join: '',
    conditions: [`app IN (${apps.join(', ')})`],
    columns: groups.map(({ codes }) => `transform(app, ${keys}, ${numbers(codes)}, toUInt32(0))`),
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
