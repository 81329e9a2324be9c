import type { RateFile } from './rate-file.ts'
import { readRateLines } from './rate-lines.ts'
import { refuse } from './refusals.ts'

/** The value of one unit of a currency on a day, in the account's currency. */
export interface Rate {
  /** `YYYY-MM-DD`. */
  readonly day: string
  readonly currency: string
  /** A plain decimal above 0. */
  readonly rate: string
}

/** Rates that an import was given, by day and currency. */
export type GivenRates = ReadonlyMap<string, Rate>

export const rateKey = (day: string, currency: string): string => `${day} ${currency}`

/**
 * Reads a CSV with the header `day,currency,rate`.
 *
 * @throws Refusal `rate_header_refused`; `rate_refused` with the first bad cell
 */
export function readRates(file: RateFile): GivenRates {
  const { header, rates } = readRateLines(file)
  if (header !== 'day,currency,rate') throw refuse('rate_header_refused', { file: file.name })
  const given = [...rates()].map(({ day, currency, rate }) => ({ day, currency, rate }))
  return new Map(given.map((rate) => [rateKey(rate.day, rate.currency), rate]))
}
