import { allFiguresOf, type FigureLedger } from '../ledger/figure-ledger.ts'
import type { GapGrouping } from '../ledger/gap-labels.ts'
import { type GapGroup, type GapSums, groupGaps, sumGaps } from '../ledger/group-gaps.ts'
import { refuse } from '../ledger/refusals.ts'
import type { Principal } from '../publishers/principal.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import type { DaySpan } from '../values/day.ts'
import { inTurns } from '../values/turns.ts'
import { findGaps, toTolerance } from './find-gaps.ts'

interface ReconciliationSources {
  readonly ledger: FigureLedger
  readonly figures: ReportStore
}

/** The most groups that are listed. */
const maxGroups = 500

export interface ReconciliationQuestion {
  readonly principal: Principal
  /** The name of the secondary report. */
  readonly report: string
  /** The days that are compared, by which reasons are found. */
  readonly days: DaySpan
  /** A percentage; see `tolerancePattern`. */
  readonly tolerance: string
  /** The days whose slices are shown. */
  readonly within: DaySpan
  /** Keys of the apps that are shown; null for all that the principal sees. */
  readonly apps: readonly number[] | null
  /** Null for all. */
  readonly networks: readonly string[] | null
  readonly by: GapGrouping
}

export interface Reconciliation {
  readonly total: GapSums
  readonly groups: readonly GapGroup[]
  /** Groups that are not listed. */
  readonly moreGroups: number
}

/**
 * Compares a secondary report with the current figures, in groups. Labels and gaps are those of
 * the command that reconciles, whichever slices are shown.
 *
 * @throws Refusal `unknown_secondary_report`; ReportError when there are too many slices
 */
export async function showReconciliation(
  sources: ReconciliationSources,
  { principal, report, days, tolerance, within, apps, networks, by }: ReconciliationQuestion,
  signal: AbortSignal,
): Promise<Reconciliation> {
  const reports = await sources.ledger.secondaryReports(principal.account.id)
  const secondary = reports.find(({ name }) => name === report)
  if (!secondary) {
    const known = reports.map(({ name }) => name)
    throw refuse('unknown_secondary_report', { report, known })
  }
  const question = { days, tolerance: toTolerance(tolerance) }
  const gaps = await findGaps(sources, secondary, question, signal)
  const ofApps = new Set(apps ?? principal.apps)
  const isEveryApp = apps === null && principal.apps === null
  const shown = gaps.filter(
    ({ day, app, network }) =>
      within.firstDay <= day &&
      day <= within.lastDay &&
      (isEveryApp || ofApps.has(app)) &&
      (networks === null || networks.includes(network)),
  )
  const { groups, count } = await inTurns(groupGaps(shown, by, maxGroups))
  const total = await inTurns(sumGaps(shown))
  return { total, groups, moreGroups: count - groups.length }
}

/** A secondary report that can be compared. */
export interface ComparableReport {
  readonly report: string
  /** Null without figures, for example after an undo. */
  readonly days: DaySpan | null
  readonly networks: readonly string[]
}

/** The secondary reports of an account, by name. */
export async function listSecondaryReports(
  { ledger }: Pick<ReconciliationSources, 'ledger'>,
  { account }: Pick<Principal, 'account'>,
): Promise<ComparableReport[]> {
  const found: ComparableReport[] = []
  for (const { name, reportId } of await ledger.secondaryReports(account.id)) {
    const scope = allFiguresOf(reportId)
    const [days, networks] = await Promise.all([ledger.span(scope), ledger.networks(scope)])
    found.push({ report: name, days, networks })
  }
  return found
}
