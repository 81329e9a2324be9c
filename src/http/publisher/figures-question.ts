import type { ReportFilters } from '../../reporting/report-request.ts'
import type { DaySpan } from '../../values/day.ts'

/** A valid request for figures. The app is not looked up yet. */
export interface FiguresQuestion {
  /** Null when the request names no days. */
  readonly days: DaySpan | null
  readonly filters: ReportFilters
  /** The request's own values, repeated in links. */
  readonly creativeType?: string
  readonly network?: string
  readonly adTag?: string
  readonly asOf?: string
  readonly csv: boolean
  readonly amazon: boolean
}
