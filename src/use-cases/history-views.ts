import type { FigureLedger, LedgerEntryWithChanges } from '../ledger/figure-ledger.ts'
import type { FinalityRules } from '../ledger/finality.ts'
import { type Gap, type ReportedFigure, reconcile } from '../ledger/reconcile.ts'
import type { Account } from '../publishers/account.ts'
import type { Accounts } from '../publishers/accounts.ts'
import type { AppStore } from '../publishers/app-store.ts'
import type { ReportRequest } from '../reporting/report-request.ts'
import type { ReportRows, ReportStore } from '../reporting/report-store.ts'
import { readReports, sumsAt } from '../reporting/run-report.ts'
import { ImportError } from '../sources/import-error.ts'
import { type Day, type DaySpan, formatDay, parseDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { formatInstant } from '../values/instant.ts'
import type { GapView, LedgerRequest, LedgerView, ReconcileRequest } from './operations.ts'

/** What views of the past are made from. */
export interface HistoryServices {
  readonly accounts: Accounts
  readonly apps: AppStore
  readonly figures: ReportStore
  readonly ledger: FigureLedger
  readonly finality: FinalityRules
}

/** A cent, below which no gap matters. */
const centMicros = 10_000n
const firstDayEver = parseDay('1970-01-01')!
const lastDayEver = parseDay('9999-12-31')!

/** The ledger of imports as operators see it. */
export async function listImports(
  { before, limit }: LedgerRequest,
  { accounts, ledger }: HistoryServices,
): Promise<LedgerView[]> {
  const owners = new Map((await accounts.list()).map((account) => [account.id, account]))
  const lines = await ledger.entries(before ?? null, limit)
  return lines.map((line) => toLedgerView(line, owners))
}

/**
 * Compares a secondary report with the figures that count.
 *
 * @throws ImportError when no account has such a report, or a day cannot be read
 */
export async function reconcileReports(
  request: ReconcileRequest,
  services: HistoryServices,
): Promise<GapView[]> {
  const { report, username, tolerancePercent } = request
  const basisPoints = basisPointsOf(tolerancePercent)
  const days = {
    firstDay: dayOption('start', request.firstDay) ?? firstDayEver,
    lastDay: dayOption('end', request.lastDay) ?? lastDayEver,
  }
  if (days.lastDay < days.firstDay) {
    throw new ImportError(`--end: ${request.lastDay} is before --start ${request.firstDay}`)
  }
  const accounts =
    username === undefined
      ? await services.accounts.list()
      : [await services.accounts.get(username)]
  const views: GapView[] = []
  const known = new Set<string>()
  let found = false
  for (const account of accounts) {
    const reports = await services.ledger.secondaryReports(account.id)
    for (const { name } of reports) known.add(name)
    const book = reports.find(({ name }) => name === report)
    if (!book) continue
    found = true
    const [primary, secondary] = await readReports(
      [figuresOf(account.id, days), figuresOf(book.reportId, days)],
      services.figures,
      new AbortController().signal,
      collectFigures,
    )
    const backgrounds = {
      primary: await services.ledger.reportedDays(account.id, days),
      secondary: await services.ledger.reportedDays(book.reportId, days),
    }
    const tolerance = { basisPoints, micros: centMicros }
    const gaps = reconcile(primary, secondary, backgrounds, tolerance)
    const appIds = new Map(
      (await services.apps.ofAccount(account.id)).map(({ key, appId }) => [key, appId]),
    )
    views.push(...gaps.map((gap) => toGapView(gap, account, appIds.get(gap.app) ?? '?')))
  }
  if (found) return views
  const there = known.size > 0 ? [...known].sort().join(', ') : 'none'
  throw new ImportError(
    `there is no secondary report "${report}"; there are: ${there}. Import one with: adtally import stats --as NAME`,
  )
}

function basisPointsOf(percent: string): number {
  const basisPoints = Math.round(Number(percent) * 100)
  if (/^\d{1,3}(\.\d{1,2})?$/.test(percent) && basisPoints <= 10_000) return basisPoints
  throw new ImportError(
    `--tolerance: "${percent}" is not a percentage from 0 to 100 with at most two decimals`,
  )
}

function dayOption(option: string, text: string | undefined): Day | null {
  if (text === undefined) return null
  const day = parseDay(text)
  if (day !== null) return day
  throw new ImportError(`--${option}: "${text}" is not a day of the calendar as YYYY-MM-DD`)
}

/** Asks for the figures of an account or of a secondary report by day, app and network. */
const figuresOf = (account: number, days: DaySpan): ReportRequest => ({
  account,
  apps: null,
  days,
  filters: {},
  dimensions: ['day', 'app', 'network'],
  metrics: ['impressions', 'revenue'],
  sorted: false,
  totals: null,
})

async function collectFigures({ chunks }: ReportRows): Promise<ReportedFigure[]> {
  const found: ReportedFigure[] = []
  for await (const chunk of chunks) {
    const { day, app, network } = chunk.dimensions
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
  }
  return found
}

function toLedgerView(
  line: LedgerEntryWithChanges,
  owners: ReadonlyMap<number, Account>,
): LedgerView {
  return {
    id: line.id,
    kind: line.kind,
    committed_at: formatInstant(line.committedAtMs),
    undoes: line.undoes,
    undone_by: line.undoneBy,
    source: line.source,
    day_zone: line.dayZone,
    report: line.report,
    files: line.files.map((name, index) => ({ name, sha256: line.hashes[index] ?? '' })),
    rows: line.rowCount,
    slices: line.sliceCount,
    first_day: line.firstDay === null ? null : formatDay(line.firstDay),
    last_day: line.lastDay === null ? null : formatDay(line.lastDay),
    changes: line.changes.map(({ accountId, impressions, revenueMicros }) => ({
      account: owners.get(accountId)?.username ?? '?',
      currency: owners.get(accountId)?.currency ?? '?',
      impressions: impressions.toString(),
      revenue: formatMicros(revenueMicros),
    })),
  }
}

function toGapView(gap: Gap, account: Account, appId: string): GapView {
  const side = (figure: ReportedFigure | null) =>
    figure && {
      impressions: figure.impressions.toString(),
      revenue: formatMicros(figure.revenueMicros),
    }
  return {
    date: formatDay(gap.day),
    account: account.username,
    app_id: appId,
    ad_network: gap.network,
    primary: side(gap.primary),
    secondary: side(gap.secondary),
    gap: formatMicros(gap.gapMicros),
    currency: account.currency,
    label: gap.label,
  }
}
