import { labelsOfRequest, withExtensions } from './extended-kinds.ts'
import { countedSums, type Sum, sumsBehind } from './metrics.ts'
import { refuseContradictions } from './refuse-contradictions.ts'
import type { ReportPlan } from './report-plan.ts'
import {
  type Dimension,
  dimensions,
  type ReportFilters,
  type ReportRequest,
} from './report-request.ts'
import { kindsOf, rowSums } from './stored-sums.ts'

type PlanStep = (plan: ReportPlan) => ReportPlan

const steps: readonly PlanStep[] = [
  dropNamedApps,
  orderDimensions,
  refuseRedundantTotals,
  dropDuplicates,
  sortPages,
  preferSlices,
]

/**
 * Turns a request into a plan, one named step after another. Pure.
 *
 * @throws RangeError when the request contradicts itself, or the totals would repeat the rows
 */
export function planReport(request: ReportRequest): ReportPlan {
  refuseContradictions(request)
  return steps.reduce((plan, step) => step(plan), startPlan(request))
}

/** Starts with the needed sums, and a table that has them all. */
export function startPlan(request: ReportRequest): ReportPlan {
  const { metrics, ...rest } = request
  const needed = sumsBehind([...metrics, ...(request.having ?? []).map(({ by }) => by)])
  const kinds = withExtensions(kindsOf(needed), labelsOfRequest(request))
  if (kinds.every((kind) => kind === 'figures')) return { ...rest, table: 'figures', sums: needed }
  const added = kinds.length > 1 ? kinds.map((kind) => rowSums[kind]) : []
  return { ...rest, table: 'facts', kinds, sums: [...new Set([...needed, ...added])] }
}

/** Removes groups of apps if every row has its app: the caller can then add them. */
export function dropNamedApps(plan: ReportPlan): ReportPlan {
  if (!plan.dimensions.includes('app')) return plan
  const isNeeded = (dimension: Dimension) =>
    (dimension !== 'appName' && dimension !== 'platform') ||
    plan.appGroups?.[dimension] !== undefined
  return {
    ...plan,
    dimensions: plan.dimensions.filter(isNeeded),
    totals: plan.totals?.filter(isNeeded) ?? null,
  }
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
  const { excluded } = plan
  return {
    ...plan,
    apps: plan.apps && [...new Set(plan.apps)],
    filters: mapFilters(plan.filters, (values) => [...new Set(values)]),
    ...(excluded && { excluded: mapFilters(excluded, (values) => [...new Set(values)]) }),
  }
}

function mapFilters(
  filters: ReportFilters,
  change: (values: readonly string[]) => readonly string[],
): ReportFilters {
  const changed = Object.entries(filters).map(([name, values]) => [name, change(values)])
  return Object.fromEntries(changed)
}

/**
 * Sorts rows of which only some are answered. An order that the dimensions have anyway is dropped, so
 * that a long report is still read in parts.
 */
export function sortPages(plan: ReportPlan): ReportPlan {
  const { order, ...unordered } = plan
  const { dimensions, limit, offset, comparison, fillDays, appGroups } = plan
  const isPart = limit !== undefined || offset !== undefined || comparison || fillDays
  if (!order && !isPart) return plan
  const isUsual = order?.every(
    ({ by, descending }, place) =>
      !descending && by === dimensions[place] && !(by === 'app' && appGroups?.app),
  )
  return { ...(isUsual ? unordered : plan), sorted: true }
}

/** Reads slices, a hundredth of the rows, unless a dimension, filter or sum is finer than slices. */
export function preferSlices(plan: ReportPlan): ReportPlan {
  const isFine = plan.table === 'facts' || !isOfSlices(plan) || !plan.sums.every(isCounted)
  return isFine ? plan : { ...plan, table: 'slices' }
}

/** Whether slices have all dimensions and filters of a plan. */
export function isOfSlices({ dimensions, filters, excluded }: ReportPlan): boolean {
  if (dimensions.some((one) => one === 'format' || one === 'country' || one === 'adTag'))
    return false
  return [filters, excluded ?? {}].every(
    ({ formats, countries, adTags }) => !formats && !countries && !adTags,
  )
}

const isCounted = (sum: Sum) => (countedSums as readonly Sum[]).includes(sum)
