import type { Day } from '../values/day.ts'
import { percentOf, share, spread, sum } from './amounts.ts'
import { linkRestatements } from './link-restatements.ts'
import type { Deduction, Restatement, SettledMonth, Settling } from './settled-month.ts'
import type { LineKind, PlacedPart } from './statement-line.ts'
import type { PaymentTerms } from './terms.ts'

/** A network's month before it is settled. Amounts are in micros of the account's currency. */
export interface UnsettledMonth {
  readonly network: string
  readonly month: Day
  readonly isClosed: boolean
  readonly reportedMicros: bigint | null
  readonly restatedMicros: bigint
  readonly uncoveredMicros: bigint
  /** They add up to `restatedMicros`. */
  readonly restatements: readonly Omit<Restatement, 'line'>[]
  /** In the order of their lines' days and ids. */
  readonly parts: readonly PlacedPart[]
  /** How many payments are for this month and, perhaps, months before it. */
  readonly paymentsEnding: number
  /** Whether a line of the network is about this month or one before. */
  readonly isFollowed: boolean
  readonly isInOpening: boolean
  readonly terms: PaymentTerms | null
}

/** Puts together what is known of a network's month. Pure. */
export function settleMonth(unsettled: UnsettledMonth, accountCurrency: string): SettledMonth {
  const { network, month, isClosed, reportedMicros, restatedMicros, parts, terms } = unsettled
  const adjustments = of(parts, 'adjustment')
  const { restatements, linked } = linkRestatements(
    unsettled.restatements,
    adjustments,
    accountCurrency,
  )
  const openings = of(parts, 'opening')
  const isBilled = openings.length > 0 || of(parts, 'earnings').length > 0
  const billing = parts.filter(
    (part) => part.line.kind === 'opening' || part.line.kind === 'earnings' || linked.has(part),
  )
  const billed: Amount = { amount: amountsOf(billing), value: valuesOf(billing) }
  const currency = parts[0]?.line.currency ?? terms?.currency ?? accountCurrency
  const deductions = adjustments.filter((part) => !linked.has(part))
  const base = billed.amount + amountsOf(deductions)
  const ofTerms = isBilled && terms ? byTerms(terms, base, unsettled, currency) : noTerms
  const taken = settleAgainst(billed, [
    ...deductions.map((part) => toItem('deducted', part, -1n)),
    ...of(parts, 'fee').map((part) => toItem('fee', part)),
    ...of(parts, 'tax').map((part) => toItem('tax', part)),
    ...of(parts, 'payment').map((part) => toItem('paid', part)),
    ...of(parts, 'reversal').map((part) => toItem('paid', part, -1n)),
    { as: 'fee', line: null, amount: ofTerms.fee, value: null },
    { as: 'tax', line: null, amount: ofTerms.tax, value: null },
  ])
  const totalOf = (as: ItemKind) =>
    sum(taken.settled.filter((item) => item.as === as).map(({ valueMicros }) => valueMicros))
  const known = <Value>(value: Value) => (isBilled ? value : null)
  return {
    network,
    month,
    isClosed,
    isInOpening: unsettled.isInOpening,
    reportedMicros,
    restatedMicros,
    restatements,
    uncoveredMicros: unsettled.uncoveredMicros,
    billedMicros: known(billed.value),
    // An opening balance is of several months, so it is not compared with one.
    unexplainedMicros:
      reportedMicros === null || openings.length > 0
        ? null
        : known(reportedMicros + restatedMicros - billed.value),
    deductedMicros: totalOf('deducted'),
    deductions: byReason(deductions),
    feeMicros: totalOf('fee'),
    taxMicros: totalOf('tax'),
    exchangeMicros: known(taken.exchange),
    paidMicros: unsettled.isFollowed ? totalOf('paid') : null,
    openMicros: known(taken.openValue),
    currency,
    openInCurrencyMicros: known(taken.openAmount),
    settled: taken.settled.filter(
      ({ valueMicros, bookedMicros }) => valueMicros !== 0n || bookedMicros !== 0n,
    ),
    billing: billing.map(({ line, valueMicros }) => ({ line: line.id, valueMicros })),
    lines: [...new Set(parts.map(({ line }) => line.id))],
  }
}

interface Amount {
  /** In the currency of the statement. */
  readonly amount: bigint
  /** In the account's currency. */
  readonly value: bigint
}

type ItemKind = Settling['as']

/** What settles a bill. */
interface Item {
  readonly line: number | null
  readonly as: ItemKind
  readonly amount: bigint
  /** Null at the rate of the bill. */
  readonly value: bigint | null
}

/**
 * Takes amounts from a bill, one after another. Each takes a share of the bill's value; its own value differs by what the
 * currency gained since.
 */
function settleAgainst(billed: Amount, items: readonly Item[]) {
  const rate = billed.amount === 0n ? rateOf(items) : billed
  const shares = spread(
    items.map(({ amount }) => amount),
    (soFar) => share(rate.value, soFar, rate.amount),
  )
  const settled = items.map(
    ({ line, as, value }, place): Settling => ({
      line,
      as,
      valueMicros: value ?? shares[place]!,
      bookedMicros: shares[place]!,
    }),
  )
  const openValue = (billed.amount === 0n ? 0n : billed.value) - sum(shares)
  return {
    settled,
    openAmount: billed.amount - sum(items.map(({ amount }) => amount)),
    openValue,
    exchange: sum(settled.map(({ valueMicros }) => valueMicros)) + openValue - billed.value,
  }
}

/** The rate of lines together, where no bill gives one. */
function rateOf(items: readonly Item[]): Amount {
  const lines = items.filter(({ value }) => value !== null)
  return {
    amount: sum(lines.map(({ amount }) => size(amount))) || 1n,
    value: sum(lines.map(({ value }) => size(value!))),
  }
}

const size = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

const noTerms = { fee: 0n, tax: 0n }

/** What the terms take, where no line says it. The fixed fee is taken with each payment. */
function byTerms(
  terms: PaymentTerms,
  base: bigint,
  { parts, paymentsEnding }: UnsettledMonth,
  currency: string,
) {
  const has = (kind: LineKind) => of(parts, kind).length > 0
  const fixed = terms.fixedFeeMicros * BigInt(paymentsEnding)
  return {
    fee: has('fee') ? 0n : percentOf(base, terms.feePpm, currency) + fixed,
    tax: has('tax') ? 0n : percentOf(base, terms.withholdingPpm, currency),
  }
}

const of = (parts: readonly PlacedPart[], kind: LineKind): PlacedPart[] =>
  parts.filter(({ line }) => line.kind === kind)

const toItem = (as: ItemKind, part: PlacedPart, sign = 1n): Item => ({
  line: part.line.id,
  as,
  amount: sign * part.amountMicros,
  value: sign * part.valueMicros,
})

const amountsOf = (parts: readonly PlacedPart[]) =>
  sum(parts.map(({ amountMicros }) => amountMicros))
const valuesOf = (parts: readonly PlacedPart[]) => sum(parts.map(({ valueMicros }) => valueMicros))

function byReason(deductions: readonly PlacedPart[]): Deduction[] {
  const groups = Map.groupBy(deductions, ({ line }) => line.reason)
  return [...groups].map(([reason, parts]) => ({ reason, amountMicros: -valuesOf(parts) }))
}
