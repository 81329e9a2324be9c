import { monthStateOf, type Partner, type ShareBook } from '../../partners/partner.ts'
import { rulesOf, type ShareRule, termsText } from '../../partners/share-rule.ts'
import type { App } from '../../publishers/app.ts'
import { formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatMonth } from '../../values/months.ts'
import type { Services } from '../services.ts'
import { appsOf } from './change-book.ts'

/** A partner of a network. Amounts are in the currency itself. */
export interface PartnerView {
  readonly partner: string
  readonly name: string
  /** Whether its own account was deleted. */
  readonly is_gone: boolean
  readonly shows_gross: boolean
  readonly new_months: string
  readonly net_days: number
  readonly minimum_payout: string
  readonly tax_note: string | null
  readonly apps: readonly PartnerAppView[]
  readonly shares: readonly ShareView[]
  /** The months whose state somebody set, and the approved ones. */
  readonly months: readonly { readonly month: string; readonly state: string }[]
}

/** An app of a network, and the partner's app that gets its net figures. */
export interface PartnerAppView {
  readonly app_id: string
  readonly own_app_id: string
  readonly name: string
  readonly from: string | null
  readonly to: string | null
}

/** A rule that holds now. */
export interface ShareView {
  readonly number: number
  /** For people, such as `70 %`. */
  readonly share: string
  readonly app_id: string | null
  readonly network: string | null
  readonly country: string | null
  readonly ad_format: string | null
  readonly from: string | null
  readonly to: string | null
  readonly reason: string | null
}

const dayText = (day: Parameters<typeof formatDay>[0] | null) =>
  day === null ? null : formatDay(day)

/** @param apps by their keys, also those of the partner's account */
export const toPartnerView = (
  book: ShareBook,
  partner: Partner,
  apps: ReadonlyMap<number, App>,
): PartnerView => ({
  partner: partner.username,
  name: partner.name,
  is_gone: partner.accountId === null,
  shows_gross: partner.showsGross,
  new_months: partner.newMonths,
  net_days: partner.netDays,
  minimum_payout: formatMicros(partner.minimumPayoutMicros),
  tax_note: partner.taxNote,
  apps: appsOf(book, partner).map(({ app, ownApp, firstDay, lastDay }) => ({
    app_id: apps.get(app)?.appId ?? '',
    own_app_id: apps.get(ownApp)?.appId ?? '',
    name: apps.get(ownApp)?.name ?? '',
    from: dayText(firstDay),
    to: dayText(lastDay),
  })),
  shares: rulesOf(book.rules, null)
    .filter(({ partnerId }) => partnerId === partner.id)
    .map((rule) => toShareView(rule, apps)),
  months: monthsOf(book, partner),
})

function monthsOf(book: ShareBook, partner: Partner) {
  const months = [...book.months, ...book.approved]
    .filter(({ partnerId }) => partnerId === partner.id)
    .map(({ month }) => month)
  return [...new Set(months)]
    .toSorted((one, other) => one - other)
    .map((month) => ({ month: formatMonth(month), state: monthStateOf(book, partner, month) }))
}

export const toShareView = (rule: ShareRule, apps: ReadonlyMap<number, App>): ShareView => ({
  number: rule.number,
  share: termsText(rule.terms),
  app_id: rule.app === null ? null : (apps.get(rule.app)?.appId ?? ''),
  network: rule.network,
  country: rule.country,
  ad_format: rule.format,
  from: dayText(rule.firstDay),
  to: dayText(rule.lastDay),
  reason: rule.reason,
})

/** The apps of partners in their network's account and in their own, by key. */
export async function appsOfBook(
  { apps }: Pick<Services, 'apps'>,
  book: ShareBook,
): Promise<ReadonlyMap<number, App>> {
  const ofRules = book.rules.flatMap(({ app }) => (app === null ? [] : [app]))
  const keys = new Set([...book.apps.flatMap(({ app, ownApp }) => [app, ownApp]), ...ofRules])
  const found = await apps.byKeys([...keys])
  return new Map(found.map((app) => [app.key, app]))
}
