import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type { AccountLabels } from './labels.ts'

/** A dimension's names at the index of their code; null for days and apps. */
export function namesOf(
  { appGroups }: ReportPlan,
  dimension: Dimension,
  labels: AccountLabels,
): readonly string[] | null {
  if (dimension !== 'appName' && dimension !== 'platform') return labels.namesOf(dimension)
  return appGroups?.[dimension]?.labels ?? null
}
