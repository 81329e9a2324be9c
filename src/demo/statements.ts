import { percentOf, smallestMicros } from '../settlement/amounts.ts'
import type { LineKind } from '../settlement/statement-line.ts'
import { dueDay } from '../settlement/terms.ts'
import { addDays, type Day, formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { firstDayOfMonth, formatMonth, lastDayOfMonth, monthsSpanned } from '../values/months.ts'
import { demoRateOn } from './demo-rates.ts'
import type { DemoSize } from './demo-size.ts'
import { between, mix } from './noise.ts'
import { type DemoTerms, demoTerms, type Trouble, troubleMonthsAgo } from './payers.ts'

/** What a network reported for a month that is over. */
export interface ReportedMonth {
  readonly network: string
  /** Its first day. */
  readonly month: Day
  /** In micros of the account's currency. */
  readonly reportedMicros: bigint
}

/** A line of a statement or of a bank. */
export interface DemoLine {
  readonly day: Day
  readonly kind: LineKind
  /** Tells it from all other lines of its kind. */
  readonly reference: string
  /** `network,period,kind,amount,currency,date,reference,reason` */
  readonly row: string
}

export const statementHeader = 'network,period,kind,amount,currency,date,reference,reason\n'

/**
 * The statements and payments of the demo's networks. Networks bill 96 to 100 % of what they reported, and pay by their
 * terms, except for their troubles.
 *
 * @param months in ascending order
 * @param today days from then on have no lines yet
 * @param isFirst whether months before today have troubles
 */
export function demoLines(
  months: readonly ReportedMonth[],
  size: DemoSize,
  today: Day,
  isFirst: boolean,
): DemoLine[] {
  const lines = [...Map.groupBy(months, ({ network }) => network)].flatMap(([network, own]) => [
    ...linesOf(network, own, size, isFirst ? today : null),
  ])
  return lines.filter(({ day }) => day < today).sort((a, b) => a.day - b.day)
}

function* linesOf(
  network: string,
  months: readonly ReportedMonth[],
  size: DemoSize,
  today: Day | null,
): Generator<DemoLine> {
  const terms = demoTerms(network, size)
  const { currency, minimumMicros, fixedFeeMicros } = terms
  const unit = smallestMicros(currency)
  const ofNetwork = hashOf(size.seed, network)
  let unpaid = 0
  let balance = 0n
  for (const { month, reportedMicros } of months) {
    const hash = mix(ofNetwork, month)
    const trouble = troubleOf(month, terms, today)
    const end = lastDayOfMonth(month)
    const billedOn = addDays(end, 3 + (ofNetwork % 8))
    const share = between(0.96, 1, hash) / worthOf(currency, size.currency, billedOn)
    const billed = rounded(Number(reportedMicros) * share, unit)
    if (billed <= 0n) continue
    const reference = `INV ${network.toUpperCase()} ${formatMonth(month)}`
    const bill = { network, period: formatMonth(month), currency, reference }
    yield toLine('earnings', { ...bill, amount: billed, day: billedOn })
    const taken = trouble === 'deducted' ? rounded(Number(billed) * 0.018, unit) : 0n
    if (taken > 0n) {
      const reason = 'invalid traffic'
      yield toLine('adjustment', { ...bill, amount: -taken, day: addDays(end, 14), reason })
    }
    unpaid += 1
    balance += afterTerms(billed - taken, terms)
    if (balance < minimumMicros || balance <= fixedFeeMicros || trouble === 'joined') continue
    const owed = balance - fixedFeeMicros
    const amount = trouble === 'short' ? rounded(Number(owed) * 0.88, unit) : owed
    const day = addDays(dueDay(month, terms), terms.isLate ? 32 + (hash % 12) : -(hash % 3))
    // The reference of its bill tells the month of a payment; of several months, the amount does.
    const payment = { ...bill, period: '', amount, day }
    const several =
      unpaid > 1 ? { reference: `PAYOUT ${network.toUpperCase()} ${formatDay(day)}` } : {}
    const unnamed = { network: '', reference: `WIRE ${hash} MEDIA SETTLEMENT` }
    if (trouble !== 'missing') {
      yield toLine('payment', { ...payment, ...several, ...(trouble === 'unnamed' && unnamed) })
    }
    unpaid = 0
    balance = 0n
  }
}

/** @param today null for no troubles */
function troubleOf(month: Day, { trouble }: DemoTerms, today: Day | null): Trouble | null {
  if (trouble === null || today === null) return null
  const monthsAgo = monthsSpanned({ firstDay: month, lastDay: today }) - 1
  return monthsAgo === troubleMonthsAgo[trouble] ? trouble : null
}

const hashOf = (seed: number, network: string): number =>
  [...network].reduce((hash, letter) => mix(hash, letter.charCodeAt(0)), mix(seed, 700))

/** What one unit of a currency is worth in the account's. */
const worthOf = (currency: string, own: DemoSize['currency'], day: Day): number => {
  if (currency === own) return 1
  return own === 'USD' ? demoRateOn('EUR', day) : 1 / demoRateOn(own, day)
}

const rounded = (micros: number, unit: bigint): bigint =>
  BigInt(Math.round(micros / Number(unit))) * unit

const afterTerms = (amount: bigint, { feePpm, withholdingPpm, currency }: DemoTerms): bigint =>
  amount - percentOf(amount, feePpm, currency) - percentOf(amount, withholdingPpm, currency)

interface LineFields {
  readonly network: string
  readonly period: string
  readonly amount: bigint
  readonly currency: string
  readonly day: Day
  readonly reference: string
  readonly reason?: string
}

function toLine(kind: LineKind, line: LineFields): DemoLine {
  const { network, period, amount, currency, day, reference, reason = '' } = line
  const cells = [network, period, kind, formatMicros(amount), currency, formatDay(day)]
  return { day, kind, reference, row: `${[...cells, reference, reason].join()}\n` }
}

/** The texts of files with lines, one for each month. */
export function statementFiles(lines: readonly DemoLine[]): { name: string; text: string }[] {
  const byMonth = Map.groupBy(lines, ({ day }) => firstDayOfMonth(day))
  return [...byMonth].map(([month, own]) => ({
    name: `payments-${formatMonth(month)}.csv`,
    text: statementHeader + own.map(({ row }) => row).join(''),
  }))
}
