import type { FactName } from '../facts/kinds.ts'
import type { Sum } from './metrics.ts'
import type { ReportRequest } from './report-request.ts'

/**
 * The rows that are read. `figures` has a row for each day, app, network, format, country and ad tag; `slices` has
 * their totals for each day, app and network. `facts` are the rows of any kinds, see {@link ReportPlan.kinds}.
 */
export type PlanTable = 'figures' | 'slices' | 'facts'

/** How a store answers a report request, the same for every engine. */
export interface ReportPlan extends Omit<ReportRequest, 'metrics'> {
  readonly table: PlanTable
  /** The kinds of fact whose rows are read; ad figures alone when absent. */
  readonly kinds?: readonly FactName[]
  /** The sums of each row. */
  readonly sums: readonly Sum[]
}
