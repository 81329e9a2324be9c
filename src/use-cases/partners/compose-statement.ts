import type { IssuedMonth, PartnerAdjustment } from '../../partners/owed.ts'
import type { Partner, ShareBook } from '../../partners/partner.ts'
import { refuse } from '../../partners/refusals.ts'
import { commonDays, termsText } from '../../partners/share-rule.ts'
import {
  netOf,
  type ShareLine,
  type Statement,
  type StatementAdjustment,
} from '../../partners/statement.ts'
import type { Account } from '../../publishers/account.ts'
import { compareUtf8 } from '../../values/compare-utf8.ts'
import { addDays, type Day, dayOf, formatDay } from '../../values/day.ts'
import { formatMonth, lastDayOfMonth } from '../../values/months.ts'
import type { Services } from '../services.ts'
import { netRows } from './net-rows.ts'
import { appsOfBook } from './partner-view.ts'
import { type SharedSum, sumShares } from './shared-sums.ts'

/** A month that is approved, or would be. */
export interface ComposedStatement {
  readonly statement: Statement
  /** What it corrects, by the first days of earlier months. */
  readonly corrections: ReadonlyMap<Day, bigint>
  readonly entry: number
}

/**
 * Makes the statement of a partner's month from the stored shares.
 *
 * @param book by which the shares were made
 * @throws Refusal `approval_refused` for a month that is not over, that has figures without a rule, or that comes after
 *   one with figures and without a statement
 */
export async function composeStatement(
  services: Services,
  { network, book, partner, month }: StatementPlace,
  signal: AbortSignal,
): Promise<ComposedStatement> {
  const { figures, ledger, now, partnerStatements, sliceFigures } = services
  const issuedAtMs = now().getTime()
  const refused = (why: string) =>
    refuse('approval_refused', { partner: partner.username, month: formatMonth(month), why })
  if (lastDayOfMonth(month) >= dayOf(issuedAtMs)) throw refused('it is not over yet')
  const ofAll = await partnerStatements.issued(book.partners.map(({ id }) => id))
  const issued = ofAll.filter(({ partnerId }) => partnerId === partner.id)
  const { entry } = await figures.states.asOf(null)
  await refuseUncovered(services, { network, book, partner, month }, entry, signal)
  const days = { firstDay: 0 as Day, lastDay: lastDayOfMonth(month) }
  const of = { networkId: network.id, partner: partner.username, days, entry }
  const sums = await sumShares(sliceFigures, of, signal)
  const open = sums.find(
    (one) => one.month < month && !issued.some(({ month }) => month === one.month),
  )
  if (open) throw refused(`${formatMonth(open.month)} has figures. Approve it first`)
  const corrections = correctionsOf(sums, issued, month)
  const ofMonth = sums.filter((one) => one.month === month)
  const shares = await shareLines(services, { book, partner }, ofMonth)
  const given = (await partnerStatements.adjustments([partner.id])).filter(
    (one) => one.month === month,
  )
  const statement: Statement = {
    number: numberOf(`${network.username}-${partner.username}-${formatMonth(month)}`, ofAll),
    network: await partyOf(services, network),
    partner: { account: partner.username, name: partner.name },
    month: formatMonth(month),
    currency: network.currency,
    issuedAt: Math.floor(issuedAtMs / 1_000),
    shares,
    corrections: [...corrections].map(([corrected, amountMicros]) => ({
      month: formatMonth(corrected),
      amountMicros,
    })),
    adjustments: adjustmentsOf(given, netOf({ shares })),
    dueOn: formatDay(addDays(lastDayOfMonth(month), partner.netDays)),
    minimumPayoutMicros: partner.minimumPayoutMicros,
    taxNote: partner.taxNote,
    figures: { installation: await ledger.identity(), entry },
  }
  return { statement, corrections, entry }
}

/** A month of a partner. */
export interface StatementPlace {
  readonly network: Account
  readonly book: ShareBook
  readonly partner: Partner
  /** Its first day. */
  readonly month: Day
}

/** Another partner had the username before, or has one that differs in case only: payments name one statement. */
function numberOf(wanted: string, issued: readonly IssuedMonth[]): string {
  const taken = new Set(issued.map(({ number }) => number.toLowerCase()))
  let number = wanted
  for (let nth = 2; taken.has(number.toLowerCase()); nth++) number = `${wanted}-${nth}`
  return number
}

async function partyOf({ networkMarks }: Services, { id, username }: Account) {
  return { account: username, name: (await networkMarks.mark(id)).name ?? username }
}

/** @throws Refusal `approval_refused` when figures of the month have no rule */
async function refuseUncovered(
  { sliceFigures }: Services,
  { book, partner, month }: StatementPlace,
  entry: number,
  signal: AbortSignal,
): Promise<void> {
  const days = { firstDay: month, lastDay: lastDayOfMonth(month) }
  const uncovered: Day[] = []
  const onUncovered = (_: Partner, day: Day) => uncovered.push(day)
  const selection = { book, entry, partnerId: partner.id, days, onUncovered }
  for await (const _ of netRows(sliceFigures, selection, signal)) {
    if (uncovered.length > 0) break
  }
  const [first] = uncovered
  if (first === undefined) return
  throw refuse('approval_refused', {
    partner: partner.username,
    month: formatMonth(month),
    why: `no share holds for some of its figures of ${formatDay(first)}. Add one first`,
  })
}

/**
 * What shares of approved months before another one are now, less what statements said of them. Those after it are left to
 * the statement of the next month.
 */
function correctionsOf(
  sums: readonly SharedSum[],
  issued: readonly IssuedMonth[],
  before: Day,
): ReadonlyMap<Day, bigint> {
  const said = new Map<Day, bigint>()
  const add = (month: Day, micros: bigint) => said.set(month, (said.get(month) ?? 0n) + micros)
  for (const { month, netMicros, corrections } of issued) {
    add(month, netMicros)
    for (const [corrected, micros] of corrections) add(corrected, micros)
  }
  const isNow = Map.groupBy(sums, ({ month }) => month)
  return new Map(
    [...said].flatMap(([month, micros]) => {
      if (month >= before) return []
      const now = (isNow.get(month) ?? []).reduce((sum, { netMicros }) => sum + netMicros, 0n)
      return now === micros ? [] : [[month, now - micros] as const]
    }),
  )
}

async function shareLines(
  services: Services,
  { book, partner }: Pick<StatementPlace, 'book' | 'partner'>,
  sums: readonly SharedSum[],
): Promise<ShareLine[]> {
  const apps = await appsOfBook(services, book)
  const ownAppOf = (appKey: number, month: Day) => {
    const days = { firstDay: month, lastDay: lastDayOfMonth(month) }
    const own = book.apps.find(
      (one) => one.partnerId === partner.id && one.app === appKey && commonDays(one, days) !== null,
    )
    // A partner's account that was deleted has no apps.
    return (own && apps.get(own.ownApp)) ?? apps.get(appKey)
  }
  const lines = sums.map(({ month, appKey, adNetwork, rule, ...sum }) => {
    const own = ownAppOf(appKey, month)
    const { terms } = book.rules.find(({ number }) => number === rule)!
    return {
      appId: own?.appId ?? '',
      appName: own?.name ?? '',
      adNetwork,
      share: termsText(terms),
      impressions: sum.impressions,
      grossMicros: partner.showsGross ? sum.grossMicros : null,
      netMicros: sum.netMicros,
    }
  })
  return lines.toSorted(
    (one, other) =>
      compareUtf8(one.appName, other.appName) ||
      compareUtf8(one.appId, other.appId) ||
      compareUtf8(one.adNetwork, other.adNetwork) ||
      compareUtf8(one.share, other.share),
  )
}

/** The largest minimum brings the shares of a month up to it. */
function adjustmentsOf(
  given: readonly PartnerAdjustment[],
  netMicros: bigint,
): StatementAdjustment[] {
  const amounts = given.filter(({ kind }) => kind === 'adjustment')
  const [minimum] = given
    .filter(({ kind }) => kind === 'minimum')
    .toSorted((one, other) => Number(other.amountMicros - one.amountMicros))
  const missing = minimum ? minimum.amountMicros - netMicros : 0n
  return [
    ...amounts.map(({ amountMicros, reason }) => ({
      kind: 'adjustment' as const,
      amountMicros,
      reason,
    })),
    ...(minimum && missing > 0n
      ? [{ kind: 'minimum' as const, amountMicros: missing, reason: minimum.reason }]
      : []),
  ]
}
