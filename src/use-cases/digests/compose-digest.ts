import type { Amounts } from '../../insight/amounts.ts'
import type { DigestPeriod } from '../../messages/digest-period.ts'
import { figuresOf, type Principal, seesFinance } from '../../publishers/principal.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import { addDays, type Day, type DaySpan, dayOf, formatDay } from '../../values/day.ts'
import { type Home, showHome } from '../insight/home.ts'
import type { InsightSources } from '../insight/read-figures.ts'
import { ownMark } from '../partners/own-mark.ts'
import { lastEntryOf } from '../report/ledger-memory.ts'
import type { Services } from '../services.ts'
import { toDoOf } from '../to-do/list-to-do.ts'
import { moneyOf } from '../tools/tool.ts'
import { citeDigest } from './cite-digest.ts'
import type { Digest, DigestCorrection, DigestPayment } from './digest.ts'
import {
  amountsOf,
  changeOf,
  comparisonOf,
  forecastOf,
  missingOf,
  unusualOf,
} from './digest-parts.ts'
import { steadily } from './steadily.ts'

const shownPayments = 20

/** A digest, and the state of the figures that it shows. */
export interface ComposedDigest {
  readonly digest: Digest
  readonly total: Amounts
  readonly generation: number
  readonly entry: number
}

/** What a digest is of, and for whom. */
export interface DigestRequest {
  readonly principal: Principal
  readonly period: DigestPeriod
  /** The last of its days. */
  readonly lastDay: Day
  /** Null for one that is sent first. */
  readonly corrects: DigestCorrection | null
  /** Of the server, without a slash at the end; empty for paths. */
  readonly baseUrl: string
}

/** The days of a digest. */
export const digestDays = (period: DigestPeriod, lastDay: Day): DaySpan => ({
  firstDay: period === 'daily' ? lastDay : addDays(lastDay, -6),
  lastDay,
})

/**
 * Composes a digest from one state of the figures, with what Home shows on the day after its days.
 *
 * @returns null where no network that the principal sees is in use
 * @throws ReportError when a sum does not fit 64 bits
 * @throws ChangingFiguresError when imports follow one another too fast
 */
export const composeDigest = (
  services: Services,
  request: DigestRequest,
  signal: AbortSignal,
): Promise<ComposedDigest | null> =>
  steadily(services, request.principal, (state) => composeAt(services, request, state, signal))

async function composeAt(
  services: Services,
  { principal, period, lastDay, corrects, baseUrl }: DigestRequest,
  state: FiguresAt,
  signal: AbortSignal,
): Promise<ComposedDigest | null> {
  const days = digestDays(period, lastDay)
  const sources: InsightSources = { ...services, today: () => addDays(lastDay, 1) }
  const scope = { principal, apps: null, filters: {} }
  const home = await showHome(sources, scope, signal)
  if (home.networks.length === 0) return null
  const { comparisons } = home.periods.find((one) => one.period === homePeriodOf[period])!
  const { total } = comparisons[0]!.comparison
  // Of the last entry that the principal sees: figures of other apps change nothing that is sent.
  const entry = (await lastEntryOf(services, figuresOf(principal), state))?.id ?? 0
  const askedOn = dayOf(services.now().getTime())
  const cite = citeDigest(principal, { ...state, entry }, askedOn, baseUrl)
  const parts = { sources, principal, days, cite, signal }
  const missing = await missingOf(parts)
  const toDo = await toDoOf(principal).run(
    services,
    {},
    { files: [], onProgress: () => undefined, signal },
  )
  const mark = await ownMark(services, principal.account.id)
  const digest: Digest = {
    period,
    account: principal.account.username,
    ...(mark && { network_mark: { name: mark.name, accent: mark.accent } }),
    currency: principal.account.currency,
    start_date: formatDay(days.firstDay),
    end_date: formatDay(days.lastDay),
    is_complete: missing.length === 0,
    corrects,
    total: { ...amountsOf(total), url: cite(days) },
    comparisons: comparisons.map(({ against, comparison }) =>
      comparisonOf(against, comparison, cite(days, { against })),
    ),
    change: comparisons[0]!.comparison.dayCount > 0 ? await changeOf(parts) : null,
    unusual: await unusualOf(parts),
    missing,
    forecast: forecastOf(home, days, cite),
    to_do: { count: toDo.count, url: `${baseUrl}/dashboard` },
    payments: seesFinance(principal) ? await paymentsOf(services, principal, days) : null,
    url: `${baseUrl}/dashboard`,
  }
  return { digest, total, generation: state.generation, entry }
}

const homePeriodOf = { daily: 'yesterday', weekly: 'last_7' } as const satisfies Record<
  DigestPeriod,
  Home['periods'][number]['period']
>

async function paymentsOf(
  { settlement }: Services,
  { account }: Principal,
  { firstDay, lastDay }: DaySpan,
): Promise<DigestPayment[]> {
  const { lines } = await settlement.read(account.id)
  return lines
    .filter(({ kind, day }) => kind === 'payment' && day >= firstDay && day <= lastDay)
    .slice(0, shownPayments)
    .map(({ day, network, amountMicros, currency }) => ({
      date: formatDay(day),
      network,
      amount: moneyOf(amountMicros),
      currency,
    }))
}
