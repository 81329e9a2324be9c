import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk } from '../../reporting/report-store.ts'
import { addDays, type Day, type DaySpan, dayCount } from '../../values/day.ts'

/** Rows that a part of a long report is meant to have: some megabytes of the engine's memory. */
const rowsPerPart = 65_536
/** Days of a long report's first part, of which it is not known yet how many rows a day has. */
const firstPartDays = 31
/** A part is at most this many times as long as the one before: days may suddenly fill. */
const mostGrowth = 8
/** App-days up to which a report is read in one piece: the year of one app, and more. */
const wholeAppDays = 1_000

/** Whether a plan's rows may be so many that they are better read by parts, one after another. */
export function isLong({ apps, days, dimensions, sorted }: ReportPlan): boolean {
  if (!sorted || dimensions[0] !== 'day' || dayCount(days) <= firstPartDays) return false
  return apps === null || apps.length * dayCount(days) > wholeAppDays
}

/**
 * Reads the rows of a long plan days by days, so that no more than one part's rows are ever held.
 * What it reads has to be of one state of the figures.
 *
 * @param read answers the plan of one part
 * @returns once the first part is there
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

/** As many days as would fill a part if they had as many rows as the last one's, within reason. */
function nextPartDays(days: number, rows: number): number {
  const wanted = Math.floor((rowsPerPart * days) / Math.max(rows, 1))
  return Math.min(Math.max(wanted, 1), days * mostGrowth)
}
