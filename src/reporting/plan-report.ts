import { sumsBehind } from './metrics.ts'
import type { ReportPlan } from './report-plan.ts'
import { type Dimension, dimensions, type ReportRequest } from './report-request.ts'

type PlanStep = (plan: ReportPlan) => ReportPlan

const steps: readonly PlanStep[] = [
  orderDimensions,
  refuseRedundantTotals,
  dropDuplicates,
  preferSlices,
]

/**
 * Turns a request into a plan, one named step after another. Pure.
 *
 * @throws RangeError when the totals would repeat the rows
 */
export function planReport(request: ReportRequest): ReportPlan {
  return steps.reduce((plan, step) => step(plan), startPlan(request))
}

/** Starts with the table `figures`, which can answer every request, and with the needed sums. */
export function startPlan(request: ReportRequest): ReportPlan {
  const { metrics, ...rest } = request
  return { ...rest, table: 'figures', sums: sumsBehind(metrics) }
}

/** Puts the dimensions of rows and totals into the order of sorting. */
export function orderDimensions(plan: ReportPlan): ReportPlan {
  const inOrder = (wanted: readonly Dimension[]) =>
    dimensions.filter((dimension) => wanted.includes(dimension))
  return {
    ...plan,
    dimensions: inOrder(plan.dimensions),
    totals: plan.totals && inOrder(plan.totals),
  }
}

/** Refuses totals by all dimensions of the rows, which would repeat the rows. @throws RangeError */
export function refuseRedundantTotals(plan: ReportPlan): ReportPlan {
  const { dimensions: rows, totals } = plan
  if (totals && rows.length > 0 && rows.every((dimension) => totals.includes(dimension))) {
    throw new RangeError(`Totals by ${totals.join(', ')} are the rows themselves.`)
  }
  return plan
}

/** Keeps each app and each filter value once, so that a repeated one counts once. */
export function dropDuplicates(plan: ReportPlan): ReportPlan {
  const filters = Object.entries(plan.filters).map(([name, values]) => [name, [...new Set(values)]])
  return {
    ...plan,
    apps: plan.apps && [...new Set(plan.apps)],
    filters: Object.fromEntries(filters),
  }
}

/** Reads slices, a hundredth of the rows, unless a dimension or filter is finer than slices. */
export function preferSlices(plan: ReportPlan): ReportPlan {
  const { formats, countries, adTags } = plan.filters
  const isFiner = plan.dimensions.includes('format') || plan.dimensions.includes('country')
  return isFiner || formats || countries || adTags ? plan : { ...plan, table: 'slices' }
}
