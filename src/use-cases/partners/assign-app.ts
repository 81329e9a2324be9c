import { Type } from 'typebox'
import {
  maxPartnerApps,
  type Partner,
  type PartnerApp,
  type ShareBook,
} from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import { commonDays, type RuleDays } from '../../partners/share-rule.ts'
import type { App } from '../../publishers/app.ts'
import { type Day, formatDay, parseDay } from '../../values/day.ts'
import { formatMonth, lastDayOfMonth } from '../../values/months.ts'
import { appId, day, login } from '../fields.ts'
import { findApp } from '../find-app.ts'
import { refuse as refuseDays } from '../refusals.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { changeBook, findPartner, partnerIn } from './change-book.ts'
import { ofPartner } from './partner-fields.ts'
import { appsOfBook, toPartnerView } from './partner-view.ts'

const request = {
  ...ofPartner,
  appId,
  /** The app of the partner that gets the net figures; one of the same name when absent, which is added. */
  ownAppId: Type.Optional(appId),
  from: Type.Optional(day),
  to: Type.Optional(day),
  by: Type.Optional(login),
}

/** Gives an app of a network to a partner, on some days or on all. */
export const assignApp = useCase({
  name: 'assign-app',
  request,
  run: async (services, { account, partner: username, ...given }, { signal }) => {
    const { network, partner: found } = await findPartner(services, { account, partner: username })
    const target = { account: network, creates: false, apps: null }
    const app = await findApp(services.apps, given.appId, target)
    const days = daysOf(given)
    const own = await ownApp(services, found, app, given.ownAppId)
    await changeBook(
      services,
      network,
      async (book) => {
        const partner = partnerIn(book, network, username)
        if (book.apps.length >= maxPartnerApps) {
          throw refuse('too_many_partner_apps', { username: account, max: maxPartnerApps })
        }
        refuseApproved(book, partner, days)
        await refuseTaken(services, book, { app, own, days })
        return {
          days: spanOf(days),
          write: (writer) =>
            writer.addApp({ partnerId: partner.id, app: app.key, ownApp: own.key, ...days }),
        }
      },
      signal,
    )
    const { book, partner } = await findPartner(services, { account, partner: username })
    return toPartnerView(book, partner, await appsOfBook(services, book))
  },
  audit: ({ account, partner, appId }) => [
    { action: 'partner_app_assigned', account, facts: { partner, app_id: appId } },
  ],
})

/** Ends that an app is a partner's, from a day on or on all days. */
export const unassignApp = useCase({
  name: 'unassign-app',
  request: { ...ofPartner, appId, from: Type.Optional(day), by: Type.Optional(login) },
  run: async (services, { account, partner: username, appId, from: fromText }, { signal }) => {
    const network = await services.accounts.get(account)
    const { firstDay: from } = daysOf({ ...(fromText !== undefined && { from: fromText }) })
    const keys = await appsOfBook(services, await services.shareBooks.read(network.id))
    await changeBook(
      services,
      network,
      (book) => {
        const partner = partnerIn(book, network, username)
        const ofApp = book.apps.filter(
          (one) => one.partnerId === partner.id && keys.get(one.app)?.appId === appId,
        )
        const ended = ofApp.filter(
          ({ lastDay }) => from === null || lastDay === null || lastDay >= from,
        )
        if (ended.length === 0) {
          throw refuse('app_not_of_partner', { app: appId, partner: username })
        }
        const days = { firstDay: from, lastDay: null }
        for (const one of ended) {
          const taken = commonDays(one, days)
          if (taken) refuseApproved(book, partner, taken)
        }
        return {
          days: spanOf(days),
          write: async (writer) => {
            for (const one of ended) {
              const isOver = from === null || (one.firstDay !== null && one.firstDay >= from)
              if (isOver) await writer.removeApp(one.id)
              else await writer.setAppDays(one.id, { ...one, lastDay: (from - 1) as Day })
            }
          },
        }
      },
      signal,
    )
    const { book, partner } = await findPartner(services, { account, partner: username })
    return toPartnerView(book, partner, await appsOfBook(services, book))
  },
  audit: ({ account, partner, appId }) => [
    { action: 'partner_app_removed', account, facts: { partner, app_id: appId } },
  ],
})

/** No store has figures before the first and after the last of these: rules without such bounds are the same. */
const [earliestDay, latestDay] = ['1970-01-01', '2149-06-06']

/** @throws Refusal `days_reversed` */
export function daysOf({ from, to }: { from?: string; to?: string }): RuleDays {
  if (from !== undefined && to !== undefined && to < from) {
    throw refuseDays('days_reversed', { start: from, end: to })
  }
  return {
    firstDay: from === undefined || from < earliestDay ? null : parseDay(from)!,
    lastDay: to === undefined || to > latestDay ? null : parseDay(to)!,
  }
}

/** As the days of a change. */
export const spanOf = ({ firstDay, lastDay }: RuleDays) => ({
  ...(firstDay !== null && { firstDay }),
  ...(lastDay !== null && { lastDay }),
})

/** @throws Refusal `month_approved` when some of the days are of months with a statement */
function refuseApproved({ approved }: ShareBook, partner: Partner, days: RuleDays): void {
  const found = approved.find(
    ({ partnerId, month }) =>
      partnerId === partner.id &&
      commonDays(days, { firstDay: month, lastDay: lastDayOfMonth(month) }) !== null,
  )
  if (!found) return
  throw refuse('month_approved', { partner: partner.username, month: formatMonth(found.month) })
}

interface Assignment {
  readonly app: App
  readonly own: App
  readonly days: RuleDays
}

/** @throws Refusal `app_of_partner` when the app is anybody's on some of the days, or the partner's app has other figures */
async function refuseTaken(
  { apps }: Services,
  book: ShareBook,
  { app, own, days }: Assignment,
): Promise<void> {
  const isTaken = (one: PartnerApp) =>
    commonDays(one, days) !== null && (one.app === app.key || one.ownApp === own.key)
  const taken = book.apps.find(isTaken)
  if (!taken) return
  const partner = book.partners.find(({ id }) => id === taken.partnerId)!
  const [takenApp] = await apps.byKeys([taken.app])
  throw refuse('app_of_partner', {
    app: takenApp?.appId ?? app.appId,
    partner: partner.username,
    from: taken.firstDay === null ? null : formatDay(taken.firstDay),
    to: taken.lastDay === null ? null : formatDay(taken.lastDay),
  })
}

/** The partner's app, which is added when it has none of the id. */
async function ownApp(
  { apps }: Services,
  { accountId, username }: Partner,
  app: App,
  given: string | undefined,
): Promise<App> {
  if (accountId === null) {
    throw refuse('partner_refused', { partner: username, why: 'its account was deleted' })
  }
  const appId = given ?? `${app.appId}.${username}`.slice(0, 128)
  const [found] = await apps.ofAccountByIds(accountId, [appId])
  if (found) return found
  const { name, platform, appStoreId, appBundleId, androidPackage } = app
  await apps.upsert([
    {
      accountId,
      appId,
      name,
      platform,
      ...(appStoreId !== undefined && { appStoreId }),
      ...(appBundleId !== undefined && { appBundleId }),
      ...(androidPackage !== undefined && { androidPackage }),
    },
  ])
  const [added] = await apps.ofAccountByIds(accountId, [appId])
  return added!
}
