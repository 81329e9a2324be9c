import type { FactKind } from '../../facts/fact-kind.ts'
import type { LabelName } from '../../facts/label-names.ts'
import type { RowSelection } from '../../ledger/slice-figures.ts'
import type { Sum } from '../../reporting/metrics.ts'
import type { PlanTable, ReportPlan } from '../../reporting/report-plan.ts'
import type { TimeDimension } from '../../reporting/report-request.ts'
import type { DaySpan } from '../../values/day.ts'
import type { Labels } from './labels.ts'

/**
 * Types of bound values. They must match the column's type exactly, or the engine reads all data. A
 * `number` belongs to no column and is from 0 to 4,294,967,295.
 */
export type ParameterType = 'account' | 'day' | 'app' | 'entry' | 'number' | LabelName

export interface SqlParameter {
  readonly type: ParameterType
  /** A list if the engine binds lists as one value. */
  readonly value: number | readonly number[]
}

/** Binds a list of whole numbers as one value, and returns its placeholder. */
export type BindNumbers = (values: readonly number[]) => string

/** The differences between engines in queries. Everything else is the same. */
export interface SqlDialect {
  /** The names of the stored codes. */
  readonly labels: Labels
  /** The relation to read a table from, as of a time or a ledger entry; without them, as of now. */
  table(table: Exclude<PlanTable, 'facts'>, at: Pick<ReportPlan, 'asOfMs' | 'entry'>): string
  /** Rows of a kind: the columns of their key, and their numbers, null where unknown. @param where conditions on stored rows */
  rowsOf(
    kind: FactKind,
    where: string,
    at: Pick<ReportPlan, 'asOfMs' | 'entry'> & Pick<RowSelection, 'since'>,
  ): string
  /** Slices of a kind: at least the columns of their key. */
  slicesOf(kind: FactKind, where: string, at: Pick<ReportPlan, 'asOfMs' | 'entry'>): string
  /** Slices of a kind with the columns of their versions, on the same conditions as other tables. @param entry undefined for now */
  versionsOf(kind: FactKind, entry: number | undefined): string
  /** A null number. */
  readonly noNumber: string
  /** As {@link sums}, of rows of several kinds: see fact-rows.ts. */
  readonly factSums: Readonly<Record<Sum, string>>
  /** The values of sums over some rows, in 64 bits; 0 without rows. */
  readonly sums: Readonly<Record<Sum, string>>
  /** The sum of a column of sums, in 64 bits; 0 without rows. */
  total(column: string): string
  /**
   * The same as `sums`, of single rows. Present if `figures` has one row for each day, app, network, format, country
   * and ad tag, and the names of ad tags are those of the state that is read.
   */
  readonly plainSums?: Readonly<Record<Sum, string>>
  /** Present if tables contain changes, which must be added up by key for some sums. */
  readonly keyed?: KeyedRows
  /** The tables with the slices that entries stated, in a row for each with its entry `since`. */
  sliceTables(kind: FactKind): readonly string[]
  /**
   * Conditions on visible rows; absent when all rows of a table are visible.
   *
   * @param bind binds ids of ledger entries and returns their placeholders, separated by commas
   * @param column the column with the ledger entry of a row
   */
  visibleRows?(
    bind: (entries: readonly number[]) => string,
    column: 'since' | 'entry',
  ): readonly string[]
  /** The condition that a group has rows, if tables contain changes instead of rows. */
  readonly presence?: string
  /** The placeholder of a bound value. @param position counted from 1 */
  placeholder(position: number, type: ParameterType): string
  /** The placeholder of a list that is bound as one value; absent when each value is bound. */
  listPlaceholder?(position: number, type: ParameterType): string
  /** An integer column in a type whose sum cannot overflow. */
  wide(column: string): string
  /** The first day of a stored day's period, in one type for all. */
  readonly periods: Readonly<Record<TimeDimension, (day: string) => string>>
  /** A number of days since 1970-01-01 as a period. */
  periodAt(dayNumber: string): string
  /** The relation with a row for each value. @param name of its column */
  valuesOf(bind: BindNumbers, values: readonly number[], name: string): string
  /** An integer in 128 bits. */
  int128(expression: string): string
  /** A quotient of integers without its fraction; anything when the divisor is 0. */
  quotient(top: string, bottom: string): string
  /** A whole number from 0 to 255. */
  byte(expression: string): string
  /** The value at an index, which is counted from 0. */
  lookup(bind: BindNumbers, values: readonly number[], index: string): string
  /** Joins rows with the groups of their apps. Apps without a group have no rows. */
  groupApps(
    bind: BindNumbers,
    apps: readonly number[],
    groups: readonly AppGroupColumn[],
  ): GroupedApps
  /** A day as the number of days since 1970-01-01. */
  dayNumber(day: string): string
  /** A stored day, some days later. */
  laterDay(day: string, days: string): string
  /** The days of a span that the engine can store, possibly none. */
  clampDays(days: DaySpan): DaySpan
  /** The newest value of a slice's column, under the column's name. */
  newest(column: string): string
  /** The position of `column` in a list. @param placeholders one for each value, or one for all */
  positionIn(placeholders: readonly string[], column: string): string
}

/** The codes of one group of apps. */
export interface AppGroupColumn {
  readonly name: string
  /** The code of each app. */
  readonly codes: readonly number[]
}

export interface GroupedApps {
  /** Follows the table in FROM. */
  readonly join: string
  readonly conditions: readonly string[]
  /** The expression of each group's code. */
  readonly columns: readonly string[]
}

/** Rows of a table of changes, added up by key. */
export interface KeyedRows {
  /** Whether some of these sums need them. */
  areNeeded(sums: readonly Sum[]): boolean
  /** The relation with a row for each key of `figures`. */
  relation(where: string): string
  /** As {@link SqlDialect.sums}, of that relation. */
  readonly sums: Readonly<Record<Sum, string>>
}
