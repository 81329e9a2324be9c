import { maxCharactersShown } from '../sources/bad-cells.ts'
import { dayAccepts, parseDay } from '../values/day.ts'
import { formatDecimal, parseDecimal } from '../values/decimal.ts'
import { refuse } from './refusals.ts'

/** The value of one unit of a currency on a day, in the account's currency. */
export interface Rate {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly currency: string
  /** A plain decimal above 0. */
  readonly rate: string
}

/** A rate file. The name is the one that the user knows. */
export interface RateFile {
  readonly name: string
  readonly text: string
}

/** Rates by day and currency. */
export type Rates = ReadonlyMap<string, Rate>

export const rateKey = (day: string, currency: string): string => `${day} ${currency}`

const rateDecimal = /^(?=.*[1-9])\d{1,9}(\.\d{1,15})?$/

/**
 * Reads a CSV with the header `day,currency,rate`.
 *
 * @throws Refusal `rate_header_refused`; `rate_refused` with the first bad cell
 */
export function readRates({ name, text }: RateFile): Rates {
  const rates = new Map<string, Rate>()
  const lines = text.replace(/^\uFEFF/, '').split(/\r\n|\n|\r/)
  const header = lines[0]!.toLowerCase().replaceAll(' ', '')
  if (header !== 'day,currency,rate') {
    throw refuse('rate_header_refused', { file: name })
  }
  for (const [index, line] of lines.entries()) {
    if (index === 0 || line.trim() === '') continue
    const [day = '', currency = '', rate = '', ...more] = line.split(',').map((cell) => cell.trim())
    const refused = (column: string, value: string, accepts: string) =>
      refuse('rate_refused', {
        file: name,
        line: index + 1,
        column,
        value: value.slice(0, maxCharactersShown),
        accepts,
      })
    if (parseDay(day) === null) throw refused('day', day, dayAccepts)
    if (!/^[A-Z]{3}$/.test(currency))
      throw refused('currency', currency, 'an ISO 4217 code such as EUR')
    if (!rateDecimal.test(rate)) {
      throw refused('rate', rate, 'a decimal above 0 with at most 15 places, such as 1.0842')
    }
    if (more.length > 0) throw refused('row', line, 'three cells')
    const key = rateKey(day, currency)
    const other = rates.get(key)
    if (other && plain(other.rate) !== plain(rate))
      throw refused(
        'rate',
        rate,
        `one rate of ${currency} for the day; it already has ${other.rate}`,
      )
    rates.set(key, { day, currency, rate })
  }
  return rates
}

/** A rate without trailing zeros: `0.50` becomes `0.5`. */
const plain = (rate: string): string => formatDecimal(parseDecimal(rate)!)
