import { type Amounts, type NetworkDays, noAmounts, plus } from '../../insight/amounts.ts'
import { figuresOf, type Principal } from '../../publishers/principal.ts'
import type { AppStore } from '../../records/app-store.ts'
import type { FinalityRules } from '../../records/finality-rules.ts'
import { planReport } from '../../reporting/plan-report.ts'
import type { ReportFilters, ReportRequest } from '../../reporting/report-request.ts'
import type { FiguresAt, ReportChunk } from '../../reporting/report-store.ts'
import { atState } from '../../reporting/state-of-request.ts'
import type { Day, DaySpan } from '../../values/day.ts'
import { Turns } from '../../values/turns.ts'
import type { LedgerSources } from '../report/ledger-memory.ts'

/** The stores and rules that insights are made from. */
export interface InsightSources extends LedgerSources {
  readonly apps: AppStore
  readonly finality: FinalityRules
  /** The current UTC day. */
  readonly today: () => Day
}

/** The account, apps and filters that an insight is about. */
export interface InsightScope {
  readonly principal: Principal
  /** Keys of the apps; null for all that the principal sees. */
  readonly apps: readonly number[] | null
  readonly filters: Omit<ReportFilters, 'adTags'>
}

/** A scope whose figures are all read from one state. */
export interface DatedScope extends InsightScope {
  readonly state: FiguresAt
}

/** Adds the current state of the account's figures. */
export const dateScope = async (
  { figures }: Pick<InsightSources, 'figures'>,
  scope: InsightScope,
): Promise<DatedScope> => ({ ...scope, state: await figures.states.of(scope.principal.account.id) })

/**
 * The figures that the networks of a scope reported up to today, over all time. A network has reported a day
 * if it reported any app of the principal, whichever apps, formats and countries are looked at.
 */
export async function readReported(
  sources: InsightSources,
  { principal, filters: { networks }, state }: DatedScope,
  signal: AbortSignal,
): Promise<NetworkDays> {
  const span = await sources.ledger.span(figuresOf(principal))
  if (!span) return new Map()
  const lastDay = Math.min(span.lastDay, sources.today()) as Day
  const all = { principal, apps: null, filters: networks ? { networks } : {}, state }
  return readNetworkDays(sources, all, [{ ...span, lastDay }], signal)
}

/**
 * The figures that are looked at, by network and day.
 *
 * @param reported of the same scope; it is the answer when nothing is filtered
 * @param spans the days that are needed
 */
export function readLookedAt(
  sources: Pick<InsightSources, 'figures'>,
  scope: DatedScope,
  reported: NetworkDays,
  spans: readonly DaySpan[],
  signal: AbortSignal,
): Promise<NetworkDays> {
  const { formats, countries } = scope.filters
  const isAll = scope.apps === null && !formats && !countries
  return isAll ? Promise.resolve(reported) : readNetworkDays(sources, scope, spans, signal)
}

/** A scope's amounts by network and day. */
export async function readNetworkDays(
  sources: Pick<InsightSources, 'figures'>,
  scope: DatedScope,
  spans: readonly DaySpan[],
  signal: AbortSignal,
): Promise<NetworkDays> {
  const found = new Map<string, Map<Day, Amounts>>()
  const asked = { dimensions: ['day', 'network'], metrics: amountMetrics } as const
  await readAmountRows(sources, scope, asked, spans, signal, ({ dimensions, amountsAt }) => {
    const { codes, labels } = dimensions.network!
    return (row) => {
      const name = labels![codes[row]!]!
      const day = dimensions.day!.codes[row] as Day
      const days = found.get(name) ?? new Map<Day, Amounts>()
      found.set(name, days)
      days.set(day, plus(days.get(day) ?? noAmounts, amountsAt(row)))
    }
  })
  return found
}

/** A chunk of rows, with the sums of each. */
export interface AmountRows extends Pick<ReportChunk, 'dimensions' | 'sums'> {
  /** Which of the spans the rows are of. */
  readonly place: number
  readonly amountsAt: (row: number) => Amounts
}

/** The metrics of {@link Amounts}. */
export const amountMetrics = ['impressions', 'revenue'] as const

/**
 * Reads sums of some spans, one after another, from one state of the figures.
 *
 * @param asked the dimensions and metrics of the rows; amounts have 0 for metrics that are not asked
 * @param onChunk gets a chunk, and gives what takes each of its rows
 */
export async function readAmountRows(
  { figures }: Pick<InsightSources, 'figures'>,
  { principal, apps, filters, state }: DatedScope,
  asked: Pick<ReportRequest, 'dimensions' | 'metrics'>,
  spans: readonly DaySpan[],
  signal: AbortSignal,
  onChunk: (chunk: AmountRows) => (row: number) => void,
): Promise<void> {
  const plans = spans
    .filter(({ firstDay, lastDay }) => firstDay <= lastDay)
    .map(
      (days): ReportRequest => ({
        account: principal.account.id,
        apps: apps ?? principal.apps,
        filters,
        days,
        ...asked,
        sorted: false,
        totals: null,
      }),
    )
    .map((request) => planReport(atState(request, state)))
  if (plans.length === 0) return
  const turns = new Turns()
  let place = 0
  for await (const rows of figures.query(plans, signal)) {
    for await (const chunk of rows.chunks) {
      const takeRow = onChunk({ ...chunk, place, amountsAt: amountsIn(chunk) })
      for (let row = 0; row < chunk.rowCount; row++) {
        takeRow(row)
        if (row % rowsPerTurn === rowsPerTurn - 1) await turns.spend(stepsPerRow * rowsPerTurn)
      }
      await turns.spend(stepsPerRow * (chunk.rowCount % rowsPerTurn))
    }
    place++
  }
}

const rowsPerTurn = 256
/** Adding big integers takes longer than writing a row. */
const stepsPerRow = 4

const amountsIn =
  ({ sums: { impressions, revenueMicros } }: ReportChunk) =>
  (row: number): Amounts => ({
    impressions: BigInt(impressions?.[row] ?? 0),
    revenueMicros: BigInt(revenueMicros?.[row] ?? 0),
  })
