import { labelOf } from '../../reporting/label-dimensions.ts'
import type { Sum } from '../../reporting/metrics.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import type {
  ComparedColumns,
  DimensionColumn,
  ReportChunk,
  SumColumn,
} from '../../reporting/report-store.ts'
import type { AccountLabels } from './labels.ts'

/**
 * Views some rows of an answer as columns.
 *
 * @param columnAt the values of a column of the query, by its position
 */
export function chunkOf(
  plan: ReportPlan,
  labels: AccountLabels,
  rowCount: number,
  columnAt: (position: number) => unknown,
): ReportChunk {
  const dimensions: Partial<Record<Dimension, DimensionColumn>> = {}
  if (rowCount === 0) return { rowCount, dimensions, sums: {} }
  let position = 0
  for (const dimension of plan.summed ? [] : plan.dimensions) {
    const codes = columnAt(position++) as ArrayLike<number>
    dimensions[dimension] = { codes, labels: namesOf(plan, dimension, labels) }
  }
  const nextSums = (): ReportChunk['sums'] => {
    const sums: Partial<Record<Sum, SumColumn>> = {}
    for (const sum of plan.sums) sums[sum] = columnAt(position++) as BigInt64Array
    return sums
  }
  const sums = nextSums()
  if (!plan.comparison && !plan.fillDays) return { rowCount, dimensions, sums }
  const statuses = columnAt(position++) as Uint8Array
  if (!plan.comparison) return { rowCount, dimensions, sums, statuses }
  const nextColumns = (): ComparedColumns => ({
    sums: nextSums(),
    statuses: columnAt(position++) as Uint8Array,
  })
  const compared = nextColumns()
  if (!plan.comparedPairs) return { rowCount, dimensions, sums, statuses, compared }
  return { rowCount, dimensions, sums, statuses, compared, comparable: nextColumns() }
}

/** A dimension's names at the index of their code; null for days and apps. */
function namesOf(
  { appGroups }: ReportPlan,
  dimension: Dimension,
  labels: AccountLabels,
): readonly string[] | null {
  if (dimension === 'appName' || dimension === 'platform')
    return appGroups?.[dimension]?.labels ?? null
  const label = labelOf(dimension)
  return label && labels.namesOf(label)
}
