import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk } from '../../reporting/report-store.ts'
import { addDays, type Day, type DaySpan, dayCount } from '../../values/day.ts'
import { isLayered } from './plan-layers.ts'

/** Intended rows of a part of a long report: some megabytes of the engine's memory. */
const rowsPerPart = 65_536
/** Days of the first part, when the number of rows of a day is not known yet. */
const firstPartDays = 31
/** A part has at most this many times the days of the previous part, in case days get more rows. */
const maxGrowth = 8
/** Reports up to this many app-days are read at once: more than a year of one app. */
const maxAppDaysAtOnce = 1_000

/** Whether a plan may have so many rows that it is better read in parts. */
export function isLong(plan: ReportPlan): boolean {
  const { apps, days, dimensions, sorted } = plan
  if (isLayered(plan)) return false
  if (!sorted || dimensions[0] !== 'day' || dayCount(days) <= firstPartDays) return false
  return apps === null || apps.length * dayCount(days) > maxAppDaysAtOnce
}

/**
 * Reads the rows of a long plan in parts of some days, so that the rows of only one part are in memory.
 *
 * @param read answers the plan of one part; all parts must be of one state of the figures
 * @returns once the first part is available
 */
export async function readInParts(
  plan: ReportPlan,
  read: (part: ReportPlan) => Promise<AsyncIterable<ReportChunk>>,
): Promise<AsyncGenerator<ReportChunk>> {
  const first = partOf(plan.days, plan.days.firstDay, firstPartDays)
  return parts(plan, first, await read({ ...plan, days: first }), read)
}

async function* parts(
  plan: ReportPlan,
  first: DaySpan,
  firstChunks: AsyncIterable<ReportChunk>,
  read: (part: ReportPlan) => Promise<AsyncIterable<ReportChunk>>,
): AsyncGenerator<ReportChunk> {
  let part = first
  let chunks = firstChunks
  for (;;) {
    let rows = 0
    for await (const chunk of chunks) {
      rows += chunk.rowCount
      yield chunk
    }
    if (part.lastDay === plan.days.lastDay) return
    const days = nextPartDays(dayCount(part), rows)
    part = partOf(plan.days, addDays(part.lastDay, 1), days)
    chunks = await read({ ...plan, days: part })
  }
}

function partOf(days: DaySpan, firstDay: Day, length: number): DaySpan {
  return { firstDay, lastDay: Math.min(addDays(firstDay, length - 1), days.lastDay) as Day }
}

/** The days that fill a part, if a day has as many rows as in the last part. */
function nextPartDays(days: number, rows: number): number {
  const wanted = Math.floor((rowsPerPart * days) / Math.max(rows, 1))
  return Math.min(Math.max(wanted, 1), days * maxGrowth)
}
