import type { Day } from '../values/day.ts'
import { lastDayOfMonth, parseMonth } from '../values/months.ts'
import { sum } from './amounts.ts'
import type { SettledMonth } from './settled-month.ts'
import type { LinePart, NewLine, StatementLine } from './statement-line.ts'

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
 * names; or, for payments of a known network, the oldest months whose open amounts add up to it. Where several answers
 * are possible, the currency is another, or the month is not over, there is none: a person has to say it.
 *
 * @param months settled, in ascending order
 * @returns parts that add up to the line's amount; none when nothing matches
 */
export function matchLine(
  line: UnmatchedLine,
  months: readonly SettledMonth[],
  earlier: readonly StatementLine[],
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
  return kind === 'payment' && named.length === 0 ? oldestOpen(line, network, months) : []
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

/** The oldest open months, from the first on, whose amounts add up to a payment. */
function oldestOpen(
  { amountMicros, currency, day }: UnmatchedLine,
  network: string,
  months: readonly SettledMonth[],
): LinePart[] {
  const open = months.filter(
    (one) =>
      one.network === network &&
      one.currency === currency &&
      (one.openInCurrencyMicros ?? 0n) > 0n &&
      isOver(one.month, day),
  )
  const amounts = open.map((one) => one.openInCurrencyMicros!)
  const single = open.filter((_, place) => amounts[place] === amountMicros)
  const ends = open.map((_, place) => sum(amounts.slice(0, place + 1)))
  const end = ends.indexOf(amountMicros)
  const runs = end > 0 ? [open.slice(0, end + 1)] : []
  const found = [...single.map((one) => [one]), ...runs]
  if (found.length !== 1) return []
  return found[0]!.map(({ month, openInCurrencyMicros }) => ({
    network,
    month,
    app: null,
    amountMicros: openInCurrencyMicros!,
  }))
}
