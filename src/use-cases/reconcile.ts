import { Type } from 'typebox'
import type { GapLabel } from '../ledger/gap-labels.ts'
import type { Gap, ReportedFigure } from '../ledger/reconcile.ts'
import { refuse as refuseInLedger } from '../ledger/refusals.ts'
import type { Account } from '../publishers/account.ts'
import { formatDay, parseDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { day, text, username } from './fields.ts'
import {
  checkSliceCount,
  findGaps,
  type GapQuestion,
  tolerancePattern,
  toTolerance,
} from './find-gaps.ts'
import { refuse } from './refusals.ts'
import type { Services } from './services.ts'
import { type RequestOf, readsOnly, useCase } from './use-case.ts'

/** A slice in both reports. Amounts are decimals of the account's currency. */
export interface GapView {
  readonly date: string
  readonly account: string
  readonly app_id: string
  readonly ad_network: string
  readonly primary: { readonly impressions: string; readonly revenue: string } | null
  readonly secondary: { readonly impressions: string; readonly revenue: string } | null
  readonly gap: string
  readonly currency: string
  readonly label: GapLabel
}

const earliestDay = '1970-01-01'
const latestDay = '9999-12-31'

const request = {
  /** The secondary report. */
  report: text(64, 'the name of a secondary report'),
  /** Every account with such a report when absent. */
  account: Type.Optional(username),
  /** The first and the last day; all days when absent. */
  startDate: Type.Optional(day),
  endDate: Type.Optional(day),
  /** Percent of the larger amount. */
  tolerance: Type.String({
    maxLength: 6,
    pattern: tolerancePattern,
    description: 'a percentage from 0 to 100 with at most two decimals',
  }),
}

export type ReconcileRequest = RequestOf<typeof request>

/** Compares a secondary report with the current figures. */
export const reconcileReports = useCase({
  name: 'reconcile',
  request,
  audit: readsOnly,
  run: async (services, request, { signal }): Promise<GapView[]> => {
    const { report, account: name } = request
    const { startDate: start = earliestDay, endDate: end = latestDay } = request
    if (end < start) throw refuse('days_reversed', { start, end })
    const days = { firstDay: parseDay(start)!, lastDay: parseDay(end)! }
    const tolerance = toTolerance(request.tolerance)
    const { accounts } = services
    const compared = name === undefined ? await accounts.list() : [await accounts.get(name)]
    return reconcileAccounts(services, compared, { report, days, tolerance }, signal)
  },
})

/**
 * Compares the secondary reports of this name of several accounts.
 *
 * @throws Refusal `unknown_secondary_report` when none of them has it; ReportError when there are too many slices in all
 */
export async function reconcileAccounts(
  services: Pick<Services, 'ledger' | 'figures' | 'apps'>,
  accounts: readonly Account[],
  { report, ...question }: GapQuestion & { readonly report: string },
  signal: AbortSignal,
): Promise<GapView[]> {
  let views: GapView[] = []
  const known = new Set<string>()
  for (const account of accounts) {
    const reports = await services.ledger.secondaryReports(account.id)
    for (const one of reports) known.add(one.name)
    const secondary = reports.find((one) => one.name === report)
    if (!secondary) continue
    const gaps = await findGaps(services, secondary, question, signal)
    checkSliceCount(views.length + gaps.length, question.maxSlices)
    views = views.concat(await toViews(gaps, account, services))
  }
  if (known.has(report)) return views
  throw refuseInLedger('unknown_secondary_report', { report, known: [...known].sort() })
}

async function toViews(
  gaps: readonly Gap[],
  { id, username, currency }: Account,
  { apps }: Pick<Services, 'apps'>,
): Promise<GapView[]> {
  const appIds = new Map((await apps.everOfAccount(id)).map(({ key, appId }) => [key, appId]))
  return gaps.map((gap) => ({
    date: formatDay(gap.day),
    account: username,
    app_id: appIds.get(gap.app) ?? '?',
    ad_network: gap.network,
    primary: sideOf(gap.primary),
    secondary: sideOf(gap.secondary),
    gap: formatMicros(gap.gapMicros),
    currency,
    label: gap.label,
  }))
}

const sideOf = (figure: ReportedFigure | null) =>
  figure && {
    impressions: figure.impressions.toString(),
    revenue: formatMicros(figure.revenueMicros),
  }
