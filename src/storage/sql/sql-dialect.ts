import type { PlanTable } from '../../reporting/report-plan.ts'
import type { DaySpan } from '../../values/day.ts'
import type { LabelColumn, Labels } from './labels.ts'

/**
 * Types of bound values. An engine skips data only when they are exactly those of the columns. A
 * `number` belongs to no column; it is from 0 to 4,294,967,295.
 */
export type ParameterType = 'account' | 'day' | 'app' | 'entry' | 'number' | LabelColumn

export interface SqlParameter {
  readonly type: ParameterType
  /** A list where the engine binds it as one value. */
  readonly value: number | readonly number[]
}

/** How engines differ in writing queries. Everything else about a query is the same for all. */
export interface SqlDialect {
  /** The names of the codes that are stored. */
  readonly labels: Labels
  /** What a table is read from. @param asOfMs the instant whose rows count; absent for now */
  table(table: PlanTable, asOfMs?: number): string
  /**
   * Conditions on visible rows; absent when all rows of a table are visible.
   *
   * @param bind binds ids of ledger entries and returns their placeholders, separated by commas
   * @param column names the ledger entry that brought a row
   */
  visibleRows?(
    bind: (entries: readonly number[]) => string,
    column: 'since' | 'entry',
  ): readonly string[]
  /** The condition that a group has rows; absent unless tables contain changes instead of rows. */
  readonly presence?: string
  /** The placeholder of a bound value. @param position counted from 1 */
  placeholder(position: number, type: ParameterType): string
  /** The placeholder of a list that is bound as one value; absent where each value is bound. */
  listPlaceholder?(position: number, type: ParameterType): string
  /** The sum of a column in 64 bits; 0, not null, when there are no rows. */
  total(column: string): string
  /** An integer column in a type whose sum cannot overflow. */
  wide(column: string): string
  /** A day as the number of days since 1970-01-01. */
  dayNumber(day: string): string
  /** Those days of a span that can be stored, which may be none. */
  clampDays(days: DaySpan): DaySpan
  /** A column of a slice as its newest row states it, under the column's name. */
  newest(column: string): string
  /** The position of `column` in a list. @param placeholders of its values, or one of the list */
  positionIn(placeholders: readonly string[], column: string): string
}
