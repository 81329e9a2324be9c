import { allFiguresOf, type FigureLedger, type SecondaryReport } from '../ledger/figure-ledger.ts'
import {
  type Gap,
  type ReportedFigure,
  reconcileInSteps,
  type Tolerance,
} from '../ledger/reconcile.ts'
import { ReportError } from '../reporting/report-error.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import { runReport, sumsAt } from '../reporting/run-report.ts'
import type { Day, DaySpan } from '../values/day.ts'
import { inTurns, Turns } from '../values/turns.ts'

/** A tolerance: a percentage from 0 to 100 with at most two decimals. */
export const tolerancePattern = '^(\\d{1,2}(\\.\\d{1,2})?|100(\\.0{1,2})?)$'

/** Of pages where none is chosen, in percent. */
export const defaultTolerance = '1'

/** Smaller gaps are ignored. */
const centMicros = 10_000n

/** @param percent as {@link tolerancePattern} has it */
export const toTolerance = (percent: string): Tolerance => ({
  basisPoints: Math.round(Number(percent) * 100),
  micros: centMicros,
})

/** More take too much memory. */
const maxSlicesRead = 100_000

export interface GapQuestion {
  /** Reasons are found by all of these days. */
  readonly days: DaySpan
  readonly tolerance: Tolerance
  /** The most slices of a report that are read, and of an answer; 100,000 when absent. */
  readonly maxSlices?: number
}

/**
 * Compares a secondary report with the figures of its account, all as they are after one ledger entry.
 *
 * @throws ReportError when one of the two has more slices than are compared
 */
export async function findGaps(
  { ledger, figures }: { readonly ledger: FigureLedger; readonly figures: ReportStore },
  { accountId, reportId }: SecondaryReport,
  { days, tolerance, maxSlices }: GapQuestion,
  signal: AbortSignal,
): Promise<Gap[]> {
  // An account's state is also that of its reports.
  const { entry } = await figures.states.of(accountId)
  const read = (account: number) =>
    reportedFigures({ account, days, entry, maxSlices }, figures, signal)
  const primary = await read(accountId)
  const secondary = await read(reportId)
  const reported = {
    primary: await ledger.reportedDays(allFiguresOf(accountId), days, entry),
    secondary: await ledger.reportedDays(allFiguresOf(reportId), days, entry),
  }
  return inTurns(reconcileInSteps(primary, secondary, reported, tolerance))
}

interface ReportedQuestion extends Pick<GapQuestion, 'days' | 'maxSlices'> {
  readonly account: number
  readonly entry: number
}

/** The figures of an account or a secondary report after an entry, by day, app and network. */
async function reportedFigures(
  { account, days, entry, maxSlices }: ReportedQuestion,
  figures: ReportStore,
  signal: AbortSignal,
): Promise<ReportedFigure[]> {
  const rows = await runReport(
    {
      account,
      entry,
      apps: null,
      days,
      filters: {},
      dimensions: ['day', 'app', 'network'],
      metrics: ['impressions', 'revenue'],
      sorted: false,
      totals: null,
    },
    figures,
    signal,
  )
  const found: ReportedFigure[] = []
  const turns = new Turns()
  for await (const chunk of rows.chunks) {
    const { day, app, network } = chunk.dimensions
    checkSliceCount(found.length + chunk.rowCount, maxSlices)
    for (let row = 0; row < chunk.rowCount; row++) {
      const { impressions = 0, revenueMicros = 0 } = sumsAt(chunk, row)
      found.push({
        day: day!.codes[row] as Day,
        app: app!.codes[row]!,
        network: network!.labels![network!.codes[row]!]!,
        impressions: BigInt(impressions),
        revenueMicros: BigInt(revenueMicros),
      })
    }
    await turns.spend(chunk.rowCount)
  }
  return found
}

/** @throws ReportError when there are more slices than are compared */
export function checkSliceCount(count: number, maxSlices = maxSlicesRead): void {
  if (count <= maxSlices) return
  throw new ReportError(
    'answer_too_large',
    `These days have more than ${maxSlices.toLocaleString('en')} figures of a day, an app and a network. Ask for fewer days.`,
    {},
  )
}
