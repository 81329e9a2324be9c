import { Type } from 'typebox'
import { allFiguresOf } from '../ledger/figure-ledger.ts'
import { refuse as refuseInLedger } from '../ledger/refusals.ts'
import type { Account } from '../publishers/account.ts'
import { reviseFigures } from '../staging/revise-figures.ts'
import { type Day, type DaySpan, parseDay } from '../values/day.ts'
import { appId, day, dryRun, identifier, username } from './fields.ts'
import { findApp } from './find-app.ts'
import { refusePartner } from './partners/refuse-partner.ts'
import { refuse } from './refusals.ts'
import type { Services } from './services.ts'
import { type FiguresView, sumFigures } from './sum-figures.ts'
import { type RequestOf, useCase } from './use-case.ts'

const request = {
  account: username,
  startDate: day,
  endDate: day,
  /** All apps when absent. */
  appId: Type.Optional(appId),
  /** All networks when absent. */
  network: Type.Optional(identifier),
  /** The secondary report whose figures are deleted; counted figures when absent. */
  as: Type.Optional(identifier),
  dryRun,
}

export interface DeletionView extends FiguresView {
  /** The ledger entry; null when nothing was deleted yet. */
  readonly entry: number | null
  readonly account: string
  readonly currency: string
}

/** Deletes the figures of some days. The deletion can be undone like an import. */
export const deleteFigures = useCase({
  name: 'delete-figures',
  request,
  run: async (services, request, { signal }): Promise<DeletionView> => {
    const { accounts, apps, figures, importLimits: limits } = services
    const { startDate, endDate, network, as: report = null, dryRun = false } = request
    if (endDate < startDate) throw refuse('days_reversed', { start: startDate, end: endDate })
    const account = await accounts.get(request.account)
    await refusePartner(services, account)
    const app =
      request.appId === undefined
        ? null
        : await findApp(apps, request.appId, { account, ...allApps })
    const owner = report === null ? account.id : await reportOf(account, report, services)
    const days = await withFigures(
      { firstDay: parseDay(startDate)!, lastDay: parseDay(endDate)! },
      owner,
      services,
    )
    const filter = {
      account: owner,
      apps: app && [app.key],
      filters: network === undefined ? {} : { networks: [network] },
    }
    const found = days && (await sumFigures(figures, { ...filter, days }, signal))
    if (!days || !found || found.slices === 0) {
      const facts = { account: account.username, from: startDate, to: endDate }
      throw refuseInLedger('no_figures', {
        ...facts,
        network: network ?? null,
        app: app?.appId ?? null,
      })
    }
    const about = { account: account.username, currency: account.currency, ...found }
    if (dryRun) return { entry: null, ...about }
    const { importId, removedSlices } = await reviseFigures(
      {
        what: {
          kind: 'deletion',
          subject: { ...(app && { app: app.appId }), ...(network !== undefined && { network }) },
        },
        scope: {
          days,
          networks: network === undefined ? null : [network],
          accountId: account.id,
          ...(app && { apps: [app.key] }),
        },
        report,
      },
      { ...services, limits },
    )
    return { entry: importId, ...about, slices: removedSlices }
  },
  audit: ({ account, appId, network, as: report }, { entry, first_day, last_day, slices }) =>
    entry === null
      ? []
      : [
          {
            action: 'figures_deleted',
            account,
            facts: {
              deletion: entry,
              first_day: first_day!,
              last_day: last_day!,
              slices,
              ...(appId !== undefined && { app_id: appId }),
              ...(network !== undefined && { network }),
              ...(report !== undefined && { report }),
            },
          },
        ],
})

const allApps = { creates: false, apps: null }

export type DeleteFiguresRequest = RequestOf<typeof request>

/** The id that takes the account's place in the figures of a secondary report. */
async function reportOf(account: Account, name: string, { ledger }: Services): Promise<number> {
  const reports = await ledger.secondaryReports(account.id)
  const found = reports.find((report) => report.name === name)
  if (found) return found.reportId
  const known = reports.map((report) => report.name)
  throw refuseInLedger('unknown_secondary_report', { report: name, known })
}

/** The days of a span that there can be figures on; null for none. */
async function withFigures(
  { firstDay, lastDay }: DaySpan,
  owner: number,
  { ledger }: Services,
): Promise<DaySpan | null> {
  const span = await ledger.span(allFiguresOf(owner))
  if (!span) return null
  const days = {
    firstDay: Math.max(firstDay, span.firstDay) as Day,
    lastDay: Math.min(lastDay, span.lastDay) as Day,
  }
  return days.firstDay <= days.lastDay ? days : null
}
