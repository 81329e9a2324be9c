import type { MemoryUse } from '../../limits/memory-budget.ts'
import { deriveKnownMetric } from '../../reporting/derive-metric.ts'
import type { MetricName } from '../../reporting/metrics.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension, OrderTerm } from '../../reporting/report-request.ts'
import type { ReportChunk, ReportTotal } from '../../reporting/report-store.ts'
import { addDays, type DaySpan, dayCount } from '../../values/day.ts'
import { nextTurn } from '../../values/turns.ts'
import { GroupSpace } from './group-space.ts'
import { bytesOfGroups, Groups } from './groups.ts'
import type { Source } from './sources.ts'

/** Groups that are added up at once: some megabytes. */
const maxGroups = 131_072
/** The same of totals, and where days can be added up one after another: what processors keep close. */
const groupsAtOnce = 16_000
/** Rows that are looked at for one answer: more are the engine's, which has threads of its own. */
const maxRows = 4_000_000
/** Rows that are looked at before others have their turn: about a millisecond. */
const rowsPerTurn = 200_000
const rowsPerChunk = 2_048

/** The totals and rows of an answer from memory. */
export interface MemoryRows {
  readonly totals: readonly ReportTotal[]
  readonly chunks: AsyncGenerator<ReportChunk>
}

/**
 * Answers a plan from figures in memory, exactly as the engine would.
 *
 * @param use counts the memory of long answers until it ends
 * @returns null when the answer is too large for this, or its sums might not be exact
 */
export async function answerPlan(
  plan: ReportPlan,
  source: Source,
  use: MemoryUse,
): Promise<MemoryRows | null> {
  if (!source.isExact || source.rowCount > maxRows) return null
  const spaceOf = (dimensions: readonly Dimension[], days: DaySpan) =>
    new GroupSpace(plan, dimensions, days, (dimension) => {
      if (dimension !== 'app') return source.valuesOf(dimension)
      return { codes: coveredApps(plan, source), labels: null }
    })
  const whole = spaceOf(plan.dimensions, plan.days)
  const days = dayCount(plan.days)
  const groupsPerDay = whole.size / days
  const isSplit = plan.dimensions[0] === 'day' && !plan.order && whole.size > groupsAtOnce
  if ((isSplit ? groupsPerDay : whole.size) > maxGroups) return null
  // Sorting goes on without a pause.
  if (plan.order && whole.size > groupsAtOnce) return null
  const ofTotals = plan.totals ? spaceOf(plan.totals, plan.days) : null
  if (ofTotals && ofTotals.size > groupsAtOnce) return null
  const daysAtOnce = isSplit ? Math.max(1, Math.floor(groupsAtOnce / groupsPerDay)) : days
  const sizes = [isSplit ? groupsPerDay * daysAtOnce : whole.size, ofTotals?.size ?? 0]
  for (const size of sizes) {
    // Shorter ones give their memory back before they are sent.
    if (size > rowsPerChunk && !use.reserve(bytesOfGroups(size, plan.sums))) return null
  }
  const totals = ofTotals ? await totalsOf(plan, ofTotals, source) : []
  const spaces = isSplit
    ? spansOf(plan.days, daysAtOnce).map((span) => () => spaceOf(plan.dimensions, span))
    : [() => whole]
  return { totals, chunks: chunksOf(plan, spaces, source) }
}

/** Splits a range into spans of at most so many days. */
function spansOf({ firstDay, lastDay }: DaySpan, daysAtOnce: number): DaySpan[] {
  const spans: DaySpan[] = []
  for (let first = firstDay; first <= lastDay; first = addDays(first, daysAtOnce)) {
    const last = addDays(first, daysAtOnce - 1)
    spans.push({ firstDay: first, lastDay: last < lastDay ? last : lastDay })
  }
  return spans
}

/** Apps that a group of the order does not have are not covered. */
function coveredApps({ apps, order, appGroups }: ReportPlan, source: Source): readonly number[] {
  const all = apps ?? source.apps
  const ranked = order?.some(({ by }) => by === 'app') ? appGroups?.app?.codes : undefined
  return ranked ? all.filter((app) => ranked.has(app)) : all
}

/** @returns null when the answer is too large for this */
export async function countGroups(
  plan: ReportPlan,
  source: Source,
  use: MemoryUse,
): Promise<number | null> {
  const { order: _order, limit: _limit, offset: _offset, ...all } = plan
  const rows = await answerPlan({ ...all, sums: [], totals: null }, source, use)
  if (!rows) return null
  let count = 0
  for await (const { rowCount } of rows.chunks) count += rowCount
  return count
}

async function totalsOf(
  plan: ReportPlan,
  space: GroupSpace,
  source: Source,
): Promise<ReportTotal[]> {
  const groups = await addUp(plan, space, source)
  const rows = groups.rows()
  return Array.from(rows, (group) => ({
    codes: groups.codesAt(group),
    sums: groups.sumsAt(group),
  }))
}

async function addUp(plan: ReportPlan, space: GroupSpace, source: Source): Promise<Groups> {
  const groups = new Groups(space, plan.sums)
  let rows = 0
  for (const added of source.addTo(groups)) {
    rows += added
    if (rows < rowsPerTurn) continue
    rows = 0
    await nextTurn()
  }
  return groups
}

async function* chunksOf(
  plan: ReportPlan,
  spaces: readonly (() => GroupSpace)[],
  source: Source,
): AsyncGenerator<ReportChunk> {
  let skipped = plan.offset ?? 0
  let left = plan.limit ?? Number.POSITIVE_INFINITY
  for (const spaceOf of spaces) {
    const groups = await addUp(plan, spaceOf(), source)
    const rows = sortRows(groups.rows(), groups, plan)
    const page = rows.subarray(skipped, Math.min(skipped + left, rows.length))
    skipped = Math.max(0, skipped - rows.length)
    left -= page.length
    for (let start = 0; start < page.length; start += rowsPerChunk) {
      yield groups.chunk(page.subarray(start, start + rowsPerChunk))
    }
    if (left === 0) return
  }
}

/** Sorts rows by the plan's order, and then by their dimensions. */
function sortRows(rows: Int32Array, groups: Groups, plan: ReportPlan): Int32Array {
  const keys = (plan.order ?? []).map(({ by, descending }) => ({
    values: Array.from(rows, keyOf(by, groups, plan)),
    descending,
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

/** The key that rows are sorted by. @returns a function that gives a group's key; null for unknown */
function keyOf(
  by: OrderTerm['by'],
  groups: Groups,
  { dimensions, appGroups }: ReportPlan,
): (group: number) => number | bigint | null {
  const axis = groups.space.axes.find(({ dimension }) => dimension === by)
  if (!axis || !dimensions.some((dimension) => dimension === by)) {
    return (group) => deriveKnownMetric(by as MetricName, groups.sumsAt(group))
  }
  const { codes, stride } = axis
  const placeOf = (group: number) => Math.floor(group / stride) % codes.length
  const ranks = by === 'app' ? appGroups?.app?.codes : undefined
  return ranks ? (group) => ranks.get(codes[placeOf(group)]!) ?? null : placeOf
}
