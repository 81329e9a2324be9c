import type { Sum } from '../../reporting/metrics.ts'
import type { PlanTable } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'

/** Types of bound values. An engine prunes only when they are exactly the columns' own. */
export type ParameterType = 'account' | 'day' | 'app' | 'entry' | LabelColumn

/** Columns whose values have names. */
export type LabelColumn = 'network' | 'format' | 'country' | 'ad_tag'

export interface SqlParameter {
  readonly type: ParameterType
  /** Several where the engine binds a list as one value. */
  readonly value: number | readonly number[]
}

/** What engines differ in. Everything else about a query is the compiler's. */
export interface SqlDialect {
  /** What a table is read from. @param asOfMs as it stood then; absent for now */
  table(table: PlanTable, asOfMs?: number): string
  /**
   * Conditions on the rows of a table that has others beside those that stand; absent when it has
   * none.
   *
   * @param bind binds the ids of ledger entries, and returns them as a list is written
   */
  standing?(bind: (entries: readonly number[]) => string): readonly string[]
  /** Whether rows of a group stand, where a table holds changes instead of rows. */
  readonly presence?: string
  /** The column that a sum adds up. */
  sumColumn(sum: Sum): string
  /** The placeholder of a bound value. @param position counted from 1 */
  placeholder(position: number, type: ParameterType): string
  /** The placeholder of a list that is bound as one value; absent where each of its values is. */
  listPlaceholder?(position: number, type: ParameterType): string
  /** A whole-number total that is 0, not null, when there are no rows. */
  total(column: string): string
  /** The stored value of a label; null when no row can have it. */
  encodeLabel(column: LabelColumn, label: string): number | null
  /** An expression that sorts a dimension's rows as its names sort, in UTF-8 byte order. */
  sortKey(dimension: Dimension): string
  /** Sorts by the position of `column` in a list: its placeholders, or that of all of it. */
  positionIn(placeholders: readonly string[], column: string): string
}
