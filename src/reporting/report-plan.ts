import type { Sum } from './metrics.ts'
import type { ReportRequest } from './report-request.ts'

/**
 * The table that rows are read from. `figures` has a row for each day, app, network, format, country
 * and ad tag; `slices` has their totals for each day, app and network.
 */
export type PlanTable = 'figures' | 'slices'

/** How a store answers a report request, the same for every engine. */
export interface ReportPlan extends Omit<ReportRequest, 'metrics'> {
  readonly table: PlanTable
  /** The sums of each row. */
  readonly sums: readonly Sum[]
}
