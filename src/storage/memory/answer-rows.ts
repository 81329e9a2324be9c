import { changeOfRows, deriveKnownMetric } from '../../reporting/derive-metric.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { OrderTerm } from '../../reporting/report-request.ts'
import { hasStatuses, type ReportChunk, rowStatus } from '../../reporting/report-store.ts'
import type { GroupSpace } from './group-space.ts'
import { rowsOf } from './groups.ts'
import type { PlanRange } from './plan-ranges.ts'
import type { RangeGroups } from './range-groups.ts'

type Ranges = Readonly<Partial<Record<PlanRange, RangeGroups>>> & { readonly current: RangeGroups }

/** The rows of a plan: the groups of all its ranges, put together and sorted. */
export class AnswerRows {
  readonly #plan: ReportPlan
  readonly #ranges: Ranges

  constructor(plan: ReportPlan, ranges: Ranges) {
    this.#plan = plan
    this.#ranges = ranges
  }

  get #space(): GroupSpace {
    return this.#ranges.current.groups.space
  }

  /** The numbers of the groups that are rows, in the plan's order, and then in that of their dimensions. */
  rows(): Int32Array {
    const rows = rowsOf(this.#space, this.#present())
    const keys = (this.#plan.order ?? []).map((term) => ({
      values: Array.from(rows, this.#keyOf(term)),
      descending: term.descending,
    }))
    if (keys.length === 0) return rows
    const places = Array.from(rows, (_, place) => place)
    places.sort((a, b) => {
      for (const { values, descending } of keys) {
        const [one, other] = [values[a] ?? null, values[b] ?? null]
        if (one === other) continue
        // Unknown values come last in both directions.
        if (one === null) return 1
        if (other === null) return -1
        return one < other === descending ? 1 : -1
      }
      return a - b
    })
    return Int32Array.from(places, (place) => rows[place]!)
  }

  /** Some rows as columns, in the given order. */
  chunk(rows: Int32Array): ReportChunk {
    const { current, compared, comparable } = this.#ranges
    const chunk = current.groups.chunk(rows)
    if (!hasStatuses(this.#plan)) return chunk
    const statusesOf = (range: RangeGroups) =>
      Uint8Array.from(rows, (group) => this.#statusAt(range, group))
    const columnsOf = (range: RangeGroups) => ({
      sums: range.groups.columns(rows),
      statuses: statusesOf(range),
    })
    return {
      ...chunk,
      statuses: statusesOf(current),
      ...(compared && { compared: columnsOf(compared) }),
      ...(comparable && { comparable: columnsOf(comparable) }),
    }
  }

  /** Which groups are rows: those that a range has, and missing periods. */
  #present(): Uint8Array {
    const { current, ...others } = this.#ranges
    if (!hasStatuses(this.#plan)) return current.groups.present
    const present = current.groups.present.slice()
    for (const { groups } of Object.values(others)) {
      for (const [group, isStored] of groups.present.entries()) present[group]! |= isStored
    }
    if (!this.#plan.fillDays) return present
    const { axes, size } = this.#space
    const [{ stride }] = axes as [(typeof axes)[number]]
    const occurs = new Uint8Array(stride)
    // Periods alone are all there, whatever has figures.
    if (axes.length === 1) occurs.fill(1)
    for (let group = 0; group < size; group++) occurs[group % stride]! |= present[group]!
    for (let group = 0; group < size; group++) present[group] = occurs[group % stride]!
    return present
  }

  #statusAt({ groups, isReported }: RangeGroups, group: number): number {
    if (!hasStatuses(this.#plan) || groups.present[group] === 1) return rowStatus.hasFigures
    return isReported(group) ? rowStatus.reportedNone : rowStatus.notReported
  }

  /** The key that rows are sorted by. @returns a function that gives a group's key; null for unknown */
  #keyOf({ by, of }: OrderTerm): (group: number) => number | bigint | null {
    const { dimensions, appGroups } = this.#plan
    const axis = this.#space.axes.find(({ dimension }) => dimension === by)
    if (!axis || !dimensions.some((dimension) => dimension === by)) {
      return this.#metricKey(by as MetricName, of)
    }
    const { codes, stride } = axis
    const placeOf = (group: number) => Math.floor(group / stride) % codes.length
    const ranks = by === 'app' ? appGroups?.app?.codes : undefined
    return ranks ? (group) => ranks.get(codes[placeOf(group)]!) ?? null : placeOf
  }

  #metricKey(name: MetricName, of: OrderTerm['of']): (group: number) => number | bigint | null {
    const { current, compared, comparable = current } = this.#ranges
    const rowOf = (range: RangeGroups, group: number) => ({
      sums: range.groups.sumsAt(group),
      status: this.#statusAt(range, group),
    })
    if (of === 'change') {
      return (group) => changeOfRows(name, rowOf(comparable, group), rowOf(compared!, group))
    }
    const range = of === 'previous' ? compared! : of === 'compared' ? comparable : current
    return (group) => {
      const { sums, status } = rowOf(range, group)
      if (status === rowStatus.hasFigures) return deriveKnownMetric(name, sums)
      return status === rowStatus.reportedNone ? 0 : null
    }
  }
}
