import { percentOf, smallestMicros, sum } from '../settlement/amounts.ts'
import type { LineKind } from '../settlement/statement-line.ts'
import { dueDay } from '../settlement/terms.ts'
import { addDays, type Day, formatDay } from '../values/day.ts'
import { formatMicros } from '../values/decimal.ts'
import { firstDayOfMonth, formatMonth, lastDayOfMonth, monthsSpanned } from '../values/months.ts'
import { demoRateOn } from './demo-rates.ts'
import type { DemoSize } from './demo-size.ts'
import { between, mix } from './noise.ts'
import { type DemoTerms, demoTerms } from './payers.ts'

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

/** How many months ago the months with a trouble of their own were. */
const troubledMonthsAgo = { unnamed: 2, deducted: 4, short: 5, missing: 6 }

interface Bill {
  readonly month: Day
  readonly reference: string
  /** After fees and taxes by the terms. */
  readonly owedMicros: bigint
}

/**
 * The statements and payments of the demo's networks. Networks bill 96 to 100 % of what they reported, and pay by their
 * terms, except for their troubles of the last months.
 *
 * @param months in ascending order
 * @param today the day on which the demo is installed: days from then on have no lines yet
 */
export function demoLines(
  months: readonly ReportedMonth[],
  size: DemoSize,
  today: Day,
): DemoLine[] {
  const lines = [...Map.groupBy(months, ({ network }) => network)].flatMap(([network, own]) => [
    ...linesOf(network, own, size, today),
  ])
  return lines.filter(({ day }) => day < today).sort((a, b) => a.day - b.day)
}

function* linesOf(
  network: string,
  months: readonly ReportedMonth[],
  size: DemoSize,
  today: Day,
): Generator<DemoLine> {
  const terms = demoTerms(network, size)
  const unit = smallestMicros(terms.currency)
  const ofNetwork = hashOf(size.seed, network)
  let unpaid: readonly Bill[] = []
  for (const { month, reportedMicros } of months) {
    const hash = mix(ofNetwork, month)
    const isTroubled =
      terms.trouble !== null &&
      terms.trouble !== 'late' &&
      monthsSpanned({ firstDay: month, lastDay: today }) - 1 === troubledMonthsAgo[terms.trouble]
    const trouble = isTroubled ? terms.trouble : null
    const place = { network, period: formatMonth(month), currency: terms.currency }
    const billedOn = addDays(lastDayOfMonth(month), 3 + (ofNetwork % 8))
    const worth = worthOf(terms.currency, size.currency, billedOn)
    const billed = rounded((Number(reportedMicros) * between(0.96, 1, hash)) / worth, unit)
    if (billed <= 0n) continue
    const reference = `INV ${network.toUpperCase()} ${place.period}`
    yield toLine('earnings', { ...place, amount: billed, day: billedOn, reference })
    const taken = trouble === 'deducted' ? rounded(Number(billed) * 0.018, unit) : 0n
    if (taken > 0n) {
      const day = addDays(lastDayOfMonth(month), 14)
      const reason = 'invalid traffic'
      yield toLine('adjustment', { ...place, amount: -taken, day, reference, reason })
    }
    unpaid = [...unpaid, { month, reference, owedMicros: afterTerms(billed - taken, terms) }]
    const balance = sum(unpaid.map(({ owedMicros }) => owedMicros))
    if (balance < terms.minimumMicros || balance <= terms.fixedFeeMicros) continue
    const paid = balance - terms.fixedFeeMicros
    const amount = trouble === 'short' ? rounded(Number(paid) * 0.88, unit) : paid
    const late = terms.trouble === 'late' ? 32 + (hash % 12) : -(hash % 3)
    const day = addDays(dueDay(month, terms), late)
    const payment = { ...place, amount, day, period: '' }
    if (trouble === 'unnamed') {
      const wire = `WIRE ${10_000_000 + (hash % 90_000_000)} MEDIA SETTLEMENT`
      yield toLine('payment', { ...payment, network: '', reference: wire })
    } else if (trouble !== 'missing') {
      // Its bill's reference tells what one payment is for; the amount tells it of several months.
      const several = `PAYOUT ${network.toUpperCase()} ${day}`
      yield toLine('payment', { ...payment, reference: unpaid.length > 1 ? several : reference })
    }
    unpaid = []
  }
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
