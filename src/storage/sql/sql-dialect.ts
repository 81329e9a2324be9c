import type { PlanTable } from '../../reporting/report-plan.ts'
import type { DaySpan } from '../../values/day.ts'
import type { LabelColumn, Labels } from './labels.ts'

/**
 * Types of bound values. An engine prunes only when they are exactly the columns' own. A `number` is
 * of no column: from 0 to 4,294,967,295.
 */
export type ParameterType = 'account' | 'day' | 'app' | 'entry' | 'number' | LabelColumn

export interface SqlParameter {
  readonly type: ParameterType
  /** Several where the engine binds a list as one value. */
  readonly value: number | readonly number[]
}

/** What engines differ in. Everything else about a query is the compiler's. */
export interface SqlDialect {
  /** The names behind the codes that a query's rows have. */
  readonly labels: Labels
  /** What a table is read from. @param asOfMs as it stood then; absent for now */
  table(table: PlanTable, asOfMs?: number): string
  /**
   * Conditions on the rows of a table that has others beside the visible ones; absent when all of
   * an engine's rows are visible.
   *
   * @param bind binds the ids of ledger entries, and returns them as a list is written
   * @param column with the ledger entry that brought a row
   */
  visibleRows?(
    bind: (entries: readonly number[]) => string,
    column: 'since' | 'entry',
  ): readonly string[]
  /** Whether a group has rows, where a table contains changes instead of rows. */
  readonly presence?: string
  /** The placeholder of a bound value. @param position counted from 1 */
  placeholder(position: number, type: ParameterType): string
  /** The placeholder of a list that is bound as one value; absent where each of its values is. */
  listPlaceholder?(position: number, type: ParameterType): string
  /** A whole-number total that is 0, not null, when there are no rows. */
  total(column: string): string
  /** An integer column as a type in which no sum overflows. */
  wide(column: string): string
  /** A day as the number of days since 1970-01-01. */
  dayNumber(day: string): string
  /** Those days of a span that can be stored, which may be none. */
  clampDays(days: DaySpan): DaySpan
  /** A column as the newest row of a slice states it. */
  newest(column: string): string
  /** Sorts by the position of `column` in a list: its placeholders, or that of all of it. */
  positionIn(placeholders: readonly string[], column: string): string
}
