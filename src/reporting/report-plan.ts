import type { DaySpan } from '../values/day.ts'
import type { Sum } from './metrics.ts'
import type {
  AppGroups,
  Comparison,
  Dimension,
  OrderTerm,
  ReportFilters,
} from './report-request.ts'

/**
 * The table that rows are read from. `figures` has a row for each day, app, network, format, country
 * and ad tag; `slices` has their totals for each day, app and network.
 */
export type PlanTable = 'figures' | 'slices'

/** How a store answers a report request, the same for every engine. The request explains the members. */
export interface ReportPlan {
  readonly table: PlanTable
  readonly account: number
  readonly apps: readonly number[] | null
  readonly days: DaySpan
  readonly asOfMs?: number
  readonly entry?: number
  readonly filters: ReportFilters
  readonly excluded?: ReportFilters
  readonly dimensions: readonly Dimension[]
  /** The sums of each row. */
  readonly sums: readonly Sum[]
  readonly sorted: boolean
  readonly totals: readonly Dimension[] | null
  readonly appGroups?: Readonly<Partial<Record<'app' | 'appName' | 'platform', AppGroups>>>
  readonly order?: readonly OrderTerm[]
  readonly limit?: number
  readonly offset?: number
  readonly comparison?: Comparison
  readonly fillDays?: boolean
}
