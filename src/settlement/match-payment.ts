import type { Day } from '../values/day.ts'
import { lastDayOfMonth, parseMonth } from '../values/months.ts'
import { sum } from './amounts.ts'
import type { SettledMonth } from './settled-month.ts'
import type { LinePart, NewLine, StatementLine } from './statement-line.ts'
import type { PaymentTerms } from './terms.ts'
import { isNothing } from './unbilled.ts'

type TermsOf = (network: string, month: Day) => PaymentTerms | null

/** A line whose network or month is not known. */
export type UnmatchedLine = Pick<
  NewLine,
  'kind' | 'amountMicros' | 'currency' | 'day' | 'reference'
> & {
  /** Null where the file does not say it. */
  readonly network: string | null
}

/**
 * Finds what a line is for: the network and month of an earlier line with the same reference; a month that its reference
 * names; or, for payments of a known network, the oldest months whose open amounts add up to it. What was paid too much
 * is among these amounts, and the fixed fee of the terms is taken from them. Where several answers are possible, the
 * currency is another, or the month is not over, there is none: a person has to say it.
 *
 * @param months settled, in ascending order
 * @param earlier lines; those with the same reference are enough
 * @returns parts that add up to the line's amount; none when nothing matches
 */
export function matchLine(
  line: UnmatchedLine,
  months: readonly SettledMonth[],
  earlier: readonly StatementLine[],
  termsOf: TermsOf,
): LinePart[] {
  const { network, amountMicros, currency, day, kind } = line
  const named = monthsNamed(line.reference)
  const whole = (of: string, month: Day): LinePart[] => [
    { network: of, month, app: null, amountMicros },
  ]
  const known = sameReference(line, earlier)
  if (known) return whole(known.network, known.month)
  if (network === null) return []
  if (named.length === 1) {
    const [month] = named
    const found = months.find((one) => one.network === network && one.month === month)
    const isOther = found !== undefined && found.currency !== currency
    return isOther || (kind === 'payment' && !isOver(month!, day)) ? [] : whole(network, month!)
  }
  return kind === 'payment' && named.length === 0 ? openMonths(line, network, months, termsOf) : []
}

const isOver = (month: Day, day: Day): boolean => lastDayOfMonth(month) < day

/** The one network and month that lines with a reference are about; null for none or several. */
function sameReference(
  { reference, network, currency }: UnmatchedLine,
  earlier: readonly StatementLine[],
): LinePart | null {
  if (reference === '') return null
  const parts = earlier
    .filter(
      (line) =>
        line.reference === reference && line.currency === currency && line.kind !== 'payment',
    )
    .flatMap((line) => line.parts)
    .filter((part) => network === null || part.network === network)
  const places = new Set(parts.map((part) => `${part.month} ${part.network}`))
  return places.size === 1 ? parts[0]! : null
}

/** The months that a reference names, such as `INV 2026-03`. */
const monthsNamed = (reference: string): Day[] => {
  const texts = new Set(reference.match(/(?<!\d)20\d\d-(0[1-9]|1[0-2])(?!\d|-\d)/g))
  return [...texts].flatMap((text) => parseMonth(text) ?? [])
}

/** One open month, or the oldest from the first on, whose amounts less the fee of a payment add up to it. */
function openMonths(
  { amountMicros, currency, day }: UnmatchedLine,
  network: string,
  months: readonly SettledMonth[],
  termsOf: TermsOf,
): LinePart[] {
  const open = months.flatMap((one) => {
    const { month, openInCurrencyMicros: amount } = one
    const isOther = one.network !== network || one.currency !== currency || !isOver(month, day)
    if (isOther || amount === null || isNothing(amount, currency)) return []
    return [{ network, month, app: null, amountMicros: amount, fee: feeOf(one, termsOf) }]
  })
  const runs = [...open.map((one) => [one]), ...open.map((_, at) => open.slice(0, at + 1)).slice(1)]
  const found = runs.filter(
    (run) => sum(run.map((one) => one.amountMicros)) - run.at(-1)!.fee === amountMicros,
  )
  if (found.length !== 1) return []
  return found[0]!.map(({ fee, ...part }, at, { length }) =>
    at === length - 1 ? { ...part, amountMicros: part.amountMicros - fee } : part,
  )
}

/** The fixed fee of a payment that ends with a month, unless a line says the month's fees. */
function feeOf({ network, month, settled }: SettledMonth, termsOf: TermsOf): bigint {
  const isSaid = settled.some(({ as, line }) => as === 'fee' && line !== null)
  return isSaid ? 0n : (termsOf(network, month)?.fixedFeeMicros ?? 0n)
}
