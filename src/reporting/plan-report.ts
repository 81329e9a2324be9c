import { sumsBehind } from './measures.ts'
import type { ReportPlan } from './report-plan.ts'
import { dimensions, type ReportRequest } from './report-request.ts'

type PlanStep = (plan: ReportPlan) => ReportPlan

const steps: readonly PlanStep[] = [orderDimensions, dropRepeats, readSlicesWherePossible]

/** Turns a request into a plan, one named step after another. Pure: same request, same plan. */
export function planReport(request: ReportRequest): ReportPlan {
  return steps.reduce((plan, step) => step(plan), startPlan(request))
}

/** Reads the figures themselves, adding up what the measures are derived from. */
export function startPlan(request: ReportRequest): ReportPlan {
  const { measures, ...rest } = request
  return { ...rest, table: 'figures', sums: sumsBehind(measures) }
}

/** Puts the dimensions into the one order in which rows are sorted. */
export function orderDimensions(plan: ReportPlan): ReportPlan {
  const wanted = new Set(plan.dimensions)
  return { ...plan, dimensions: dimensions.filter((dimension) => wanted.has(dimension)) }
}

/** Keeps each app and each filter value once: a repeated one counts once. */
export function dropRepeats(plan: ReportPlan): ReportPlan {
  const { networks, countries } = plan.filters
  return {
    ...plan,
    apps: plan.apps && [...new Set(plan.apps)],
    filters: {
      ...(networks && { networks: [...new Set(networks)] }),
      ...(countries && { countries: [...new Set(countries)] }),
    },
  }
}

/** Reads slice totals, a hundredth of the rows, unless formats or countries are told apart. */
export function readSlicesWherePossible(plan: ReportPlan): ReportPlan {
  const finer = plan.dimensions.includes('format') || plan.dimensions.includes('country')
  return finer || plan.filters.countries ? plan : { ...plan, table: 'slices' }
}
