import type { MemoryUse } from '../../limits/memory-budget.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension } from '../../reporting/report-request.ts'
import { hasStatuses, type ReportChunk, type ReportTotal } from '../../reporting/report-store.ts'
import { addDays, type DaySpan, dayCount } from '../../values/day.ts'
import { AnswerRows } from './answer-rows.ts'
import type { GroupSpace } from './group-space.ts'
import { bytesOfGroups, Groups } from './groups.ts'
import { type OtherRange, otherRanges } from './plan-ranges.ts'
import { addUp, groupSpace, type RangeGroups, rangeGroups } from './range-groups.ts'
import type { Source } from './sources.ts'

/** Groups that are added up at once: some megabytes. */
const maxGroups = 131_072
/** The same of totals, and where days can be added up one after another: what processors keep close. */
const groupsAtOnce = 16_000
/** Rows that are looked at for one answer: more are the engine's, which has threads of its own. */
const maxRows = 4_000_000
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
    groupSpace(plan, source, dimensions, days)
  const whole = spaceOf(plan.dimensions, plan.days)
  const days = dayCount(plan.days)
  const groupsPerDay = whole.size / days
  // Sorting and putting ranges together go on without a pause.
  const isWhole = plan.order !== undefined || hasStatuses(plan)
  if (isWhole && whole.size > groupsAtOnce) return null
  const isSplit = plan.dimensions[0] === 'day' && whole.size > groupsAtOnce
  if ((isSplit ? groupsPerDay : whole.size) > maxGroups) return null
  const ofTotals = plan.totals ? spaceOf(plan.totals, plan.days) : null
  if (ofTotals && ofTotals.size > groupsAtOnce) return null
  const daysAtOnce = isSplit ? Math.max(1, Math.floor(groupsAtOnce / groupsPerDay)) : days
  const rowsAtOnce = isSplit ? groupsPerDay * daysAtOnce : whole.size
  const sizes = [rowsAtOnce * (1 + otherRanges(plan).length), ofTotals?.size ?? 0]
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
  const groups = new Groups(space, plan.sums)
  await addUp(groups, source)
  return Array.from(groups.rows(), (group) => ({
    codes: space.codesAt(group),
    sums: groups.sumsAt(group),
  }))
}

async function answerRows(
  plan: ReportPlan,
  space: GroupSpace,
  source: Source,
): Promise<AnswerRows> {
  const current = await rangeGroups('current', plan, space, source)
  const others: Partial<Record<OtherRange, RangeGroups>> = {}
  for (const range of otherRanges(plan)) {
    others[range] = await rangeGroups(range, plan, space, source)
  }
  return new AnswerRows(plan, { ...others, current })
}

async function* chunksOf(
  plan: ReportPlan,
  spaces: readonly (() => GroupSpace)[],
  source: Source,
): AsyncGenerator<ReportChunk> {
  let skipped = plan.offset ?? 0
  let left = plan.limit ?? Number.POSITIVE_INFINITY
  for (const spaceOf of spaces) {
    const answer = await answerRows(plan, spaceOf(), source)
    const rows = answer.rows()
    const page = rows.subarray(skipped, Math.min(skipped + left, rows.length))
    skipped = Math.max(0, skipped - rows.length)
    left -= page.length
    for (let start = 0; start < page.length; start += rowsPerChunk) {
      yield answer.chunk(page.subarray(start, start + rowsPerChunk))
    }
    if (left === 0) return
  }
}
