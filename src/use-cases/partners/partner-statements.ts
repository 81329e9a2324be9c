import { Type } from 'typebox'
import { figures } from '../../facts/figures.ts'
import { type DocumentFormat, documentFormats } from '../../partners/owed.ts'
import { monthStateOf, type Partner } from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import type { Account } from '../../publishers/account.ts'
import { type DaySpan, dayOf } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { firstDayOfMonth, formatMonth } from '../../values/months.ts'
import { oneOf, text, username } from '../fields.ts'
import type { Services } from '../services.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { findPartner } from './change-book.ts'
import { markOf, type OwnMarkView } from './own-mark.ts'
import { ofPartner } from './partner-fields.ts'
import { type BalanceView, toBalanceView } from './statement-view.ts'

/** What each partner of a network is owed and was paid, by username. */
export const listBalances = useCase({
  name: 'list-partner-balances',
  request: {
    account: username,
    /** All partners when absent. */
    partner: Type.Optional(username),
  },
  run: async (services, { account, partner: wanted }): Promise<BalanceView[]> => {
    const network = await services.accounts.get(account)
    const { partners } = await services.shareBooks.read(network.id)
    const asked = partners.filter((one) => wanted === undefined || one.username === wanted)
    if (wanted !== undefined && asked.length === 0) {
      throw refuse('unknown_partner', { username: account, partner: wanted })
    }
    return Promise.all(asked.map((one) => balanceOfPartner(services, network, one)))
  },
  audit: readsOnly,
})

const document = {
  /** Its number. */
  statement: text(200, 'the number of a statement'),
  format: oneOf(documentFormats),
}

/** A statement as it was issued. */
export interface StatementDocument {
  readonly statement: string
  readonly format: DocumentFormat
  readonly text: string
}

/** Reads a statement of a partner, for its network. */
export const readStatement = useCase({
  name: 'read-partner-statement',
  request: { ...ofPartner, ...document },
  run: async (services, request) => {
    const { partner } = await findPartner(services, request)
    return documentOf(services, partner, request)
  },
  audit: readsOnly,
})

/** Reads a statement of the partner that an account is. */
export const readOwnStatement = useCase({
  name: 'read-own-statement',
  request: { username, ...document },
  run: async (services, { username, ...wanted }) =>
    documentOf(services, (await ownPartner(services, username)).partner, wanted),
  audit: readsOnly,
})

/** What a partner is shown of its network. */
export interface OwnShareView extends BalanceView {
  readonly network: OwnMarkView
  /** The key that statements are signed with; null before the first one. */
  readonly key: string | null
  /** The net revenue of this month so far. */
  readonly month_to_date: string
  /** Months with figures that are not approved, the newest first. */
  readonly provisional: readonly { readonly month: string; readonly net: string }[]
}

/** What a partner is owed and was paid, and which months are provisional. */
export const showOwnShare = useCase({
  name: 'show-own-share',
  request: { username },
  run: async (services, { username }, { signal }): Promise<OwnShareView> => {
    const { account, partner, network } = await ownPartner(services, username)
    const months = await provisionalMonths(services, account, partner, signal)
    const thisMonth = formatMonth(firstDayOfMonth(dayOf(services.now().getTime())))
    return {
      ...(await balanceOfPartner(services, network, partner)),
      network: await markOf(services, network),
      key: await keyOf(services, network),
      month_to_date: months.find(({ month }) => month === thisMonth)?.net ?? '0',
      provisional: months,
    }
  },
  audit: readsOnly,
})

async function keyOf({ networkMarks }: Services, { id }: Account): Promise<string | null> {
  const { signerFrom } = await import('../../partners/statement-signing.ts')
  const stored = await networkMarks.signingKey(id).catch(() => null)
  return stored === null ? null : signerFrom(stored).key
}

async function balanceOfPartner(
  { partnerStatements }: Services,
  { currency }: Account,
  partner: Partner,
): Promise<BalanceView> {
  const issued = await partnerStatements.issued([partner.id])
  return toBalanceView(partner, currency, issued, await partnerStatements.payouts([partner.id]))
}

/** @throws Refusal `not_a_partner` */
async function ownPartner(services: Services, username: string) {
  const account = await services.accounts.get(username)
  const partner = await services.shareBooks.partnerOf(account.id)
  const network = partner && (await services.accounts.byId(partner.networkId))
  if (!partner || !network) throw refuse('not_a_partner', { username })
  return { account, partner, network }
}

async function documentOf(
  { partnerStatements }: Services,
  partner: Partner,
  { statement, format }: { statement: string; format: StatementDocument['format'] },
): Promise<StatementDocument> {
  const issued = await partnerStatements.issued([partner.id])
  const found = issued.find(({ number }) => number === statement)
  const texts = found && (await partnerStatements.documents(partner.id, found.month))
  if (!texts) {
    throw refuse('unknown_partner_statement', { partner: partner.username, statement })
  }
  return { statement, format, text: texts[format] }
}

/** The net revenue of months that can still change, from the partner's own figures. */
async function provisionalMonths(
  { figures: store, ledger, shareBooks, sliceFigures }: Services,
  account: Account,
  partner: Partner,
  signal: AbortSignal,
) {
  const scope = { account: account.id, apps: null }
  const span: DaySpan | null = await ledger.span(scope)
  if (!span) return []
  const { entry } = await store.states.asOf(null)
  const totals = await sliceFigures.monthTotals({ kind: figures, scope, days: span, entry }, signal)
  const book = await shareBooks.read(partner.networkId)
  return totals
    .filter(({ month }) => monthStateOf(book, partner, month) === 'provisional')
    .toSorted((one, other) => other.month - one.month)
    .map(({ month, sums }) => ({
      month: formatMonth(month),
      net: formatMicros(sums.revenue_micros ?? 0n),
    }))
}
