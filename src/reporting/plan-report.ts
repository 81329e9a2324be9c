import { sumsBehind } from './metrics.ts'
import type { ReportPlan } from './report-plan.ts'
import { type Dimension, dimensions, type ReportRequest } from './report-request.ts'

type PlanStep = (plan: ReportPlan) => ReportPlan

const steps: readonly PlanStep[] = [
  orderDimensions,
  refuseTotalsOfEveryRow,
  dropRepeats,
  readSlicesWherePossible,
]

/**
 * Turns a request into a plan, one named step after another. Pure: same request, same plan.
 *
 * @throws RangeError when totals are asked for by dimensions that tell every row apart
 */
export function planReport(request: ReportRequest): ReportPlan {
  return steps.reduce((plan, step) => step(plan), startPlan(request))
}

/** Reads the figures themselves, adding up what the metrics are derived from. */
export function startPlan(request: ReportRequest): ReportPlan {
  const { metrics, ...rest } = request
  return { ...rest, table: 'figures', sums: sumsBehind(metrics) }
}

/** Puts the dimensions into the one order in which rows are sorted. */
export function orderDimensions(plan: ReportPlan): ReportPlan {
  const inOrder = (wanted: readonly Dimension[]) =>
    dimensions.filter((dimension) => wanted.includes(dimension))
  return {
    ...plan,
    dimensions: inOrder(plan.dimensions),
    totals: plan.totals && inOrder(plan.totals),
  }
}

/** Totals by every dimension of the rows would be the rows once more. */
export function refuseTotalsOfEveryRow(plan: ReportPlan): ReportPlan {
  const { dimensions: rows, totals } = plan
  if (totals && rows.length > 0 && rows.every((dimension) => totals.includes(dimension))) {
    throw new RangeError(`Totals by ${totals.join(', ')} are the rows themselves.`)
  }
  return plan
}

/** Keeps each app and each filter value once: a repeated one counts once. */
export function dropRepeats(plan: ReportPlan): ReportPlan {
  const filters = Object.entries(plan.filters).map(([name, values]) => [name, [...new Set(values)]])
  return {
    ...plan,
    apps: plan.apps && [...new Set(plan.apps)],
    filters: Object.fromEntries(filters),
  }
}

/** Reads slice totals, a hundredth of the rows, unless something finer than slices is told apart. */
export function readSlicesWherePossible(plan: ReportPlan): ReportPlan {
  const { formats, countries, adTags } = plan.filters
  const finer = plan.dimensions.includes('format') || plan.dimensions.includes('country')
  return finer || formats || countries || adTags ? plan : { ...plan, table: 'slices' }
}
