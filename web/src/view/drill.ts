import type { Cells } from '../reports/report.ts'
import { daysOfPeriod } from './periods.ts'
import { filterOf, isTime, type ReportView, type RowDimension } from './report-view.ts'
import { daysOf, type ViewFilterName } from './view.ts'

// The changes that clicks make in a view.

/** Shows only figures with a value of a dimension; null where nothing can be filtered by it. */
export function drillInto(
  view: ReportView,
  today: string,
  dimension: RowDimension,
  value: string,
): Partial<ReportView> | null {
  if (isTime(dimension)) {
    const { from, to } = daysOf(view.range, today)
    const days = daysOfPeriod(dimension, value, from, to)
    if (days.from === from && days.to === to) return null
    // Fewer days are shown in shorter bars.
    const grain = days.from === days.to || view.grain === dimension ? 'date' : view.grain
    return { range: days, within: view.within ?? view.range, grain }
  }
  const name = filterOf(dimension)
  if (name === null || isOnly(view, name, value)) return null
  const trail = [...view.trail.filter((one) => one !== name), name]
  return { filters: { ...view.filters, [name]: [value] }, trail }
}

const isOnly = ({ filters }: ReportView, name: ViewFilterName, value: string): boolean =>
  filters[name]?.length === 1 && filters[name][0] === value

/** Shows only figures with all values of a row; null where nothing changes. */
export function drillIntoRow(
  view: ReportView,
  today: string,
  row: Cells,
): Partial<ReportView> | null {
  const change: Partial<ReportView> = {}
  for (const dimension of view.rows) {
    const value = row[dimension] ?? null
    if (value === null) continue
    Object.assign(change, drillInto({ ...view, ...change }, today, dimension, value))
  }
  return Object.keys(change).length > 0 ? change : null
}

/** A step of the way to a view: a range or a filter. */
export interface Step {
  readonly kind: 'range' | ViewFilterName
  /** Goes back to this step. */
  readonly back: Partial<ReportView>
}

/** The way to a view: first the range, then filters in the order of the clicks that set them. */
export function stepsOf(view: ReportView): Step[] {
  const { filters, trail, within, range } = view
  const names = (Object.keys(filters) as ViewFilterName[]).filter((name) => !trail.includes(name))
  const all = [...names, ...trail]
  const upTo = (count: number): Partial<ReportView> => ({
    filters: Object.fromEntries(all.slice(0, count).map((name) => [name, filters[name]])),
    trail: trail.filter((name) => all.indexOf(name) < count),
  })
  return [
    { kind: 'range', back: { ...upTo(0), range: within ?? range, within: null } },
    ...(within ? [{ kind: 'range', back: upTo(0) } as const] : []),
    ...all.map((kind, place) => ({ kind, back: upTo(place + 1) })),
  ]
}

/** A click that leaves a single row shows what is in it instead: rows of the next dimension that is not filtered. */
export function withoutRowsOfOne(
  change: Partial<ReportView>,
  rows: readonly RowDimension[],
  breakdowns: readonly RowDimension[],
): Partial<ReportView> {
  const { filters, trail } = change
  if (!filters || !trail) return change
  const isOne = (dimension: RowDimension) => {
    const name = filterOf(dimension)
    return name !== null && filters[name]?.length === 1
  }
  const next = breakdowns.find((dimension) => !isOne(dimension))
  return next && rows.some(isOne) ? { ...change, rows: [next] } : change
}
