import type { FactName } from '../../facts/kinds.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { BindNumbers, SqlDialect } from './sql-dialect.ts'

/** The selection of a plan's rows, the same for each kind. */
export interface FactSelection {
  readonly plan: ReportPlan
  readonly dialect: SqlDialect
  readonly kinds: readonly FactName[]
  /**
   * Conditions on account, apps, days and visible rows, of the plan's account or another one.
   *
   * @param daysBefore how many days more before the first one
   */
  readonly whereOf: (account?: number, daysBefore?: number) => string
  /** The condition that a day is one of the plan, or of some days before the first one. */
  readonly onDays: (day: string, daysBefore: number) => string
  readonly bindNumbers: BindNumbers
}
