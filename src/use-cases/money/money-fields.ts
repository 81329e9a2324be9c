import { Type } from 'typebox'
import Format from 'typebox/format'
import { maxLineUnits, parseAmountMicros } from '../../settlement/line-bounds.ts'
import { wholePpm } from '../../settlement/terms.ts'
import type { Day } from '../../values/day.ts'
import { parseDecimal } from '../../values/decimal.ts'
import { monthAccepts, parseMonth } from '../../values/months.ts'

/** The months whose figures every store can have. */
const [earliestMonth, latestMonth] = ['1970-01', '2149-05']

export const isMonth = (text: string): boolean =>
  parseMonth(text) !== null && text >= earliestMonth && text <= latestMonth

Format.Set('month', isMonth)
Format.Set('amount', (text) => parseAmountMicros(text) !== null)
Format.Set('amount-from-zero', (text) => (parseAmountMicros(text) ?? -1n) >= 0n)
Format.Set('amount-above-zero', (text) => (parseAmountMicros(text) ?? 0n) > 0n)
Format.Set('percent', (text) => readPpm(text) !== null)

export const month = Type.String({
  maxLength: 7,
  format: 'month',
  description: `${monthAccepts}, from ${earliestMonth} to ${latestMonth}`,
})

/** @param text a valid {@link month} */
export const readMonth = (text: string): Day => parseMonth(text)!

const amountAccepts = `a decimal such as 1234.57, with at most 6 places and at most ${maxLineUnits}`

/** An amount of money in units of its currency. */
export const amount = Type.String({
  maxLength: 20,
  format: 'amount',
  description: amountAccepts,
})

/** An amount that is not below 0. */
export const amountFromZero = Type.String({
  maxLength: 20,
  format: 'amount-from-zero',
  description: `${amountAccepts}, not below 0`,
})

/** An amount that is above 0. */
export const amountAboveZero = Type.String({
  maxLength: 20,
  format: 'amount-above-zero',
  description: `${amountAccepts}, above 0`,
})

/** A share in percent. */
export const percent = Type.String({
  maxLength: 8,
  format: 'percent',
  description: 'a percentage from 0 to 100 with at most 4 places, such as 2.5',
})

/** @returns millionths; null for another text */
export function readPpm(text: string): number | null {
  const decimal = parseDecimal(text)
  if (!decimal || decimal.places > 4) return null
  const ppm = Number(decimal.units) * 10 ** (4 - decimal.places)
  return ppm < 0 || ppm > wholePpm ? null : ppm
}

/** The name of the actor; absent for a command. */
export { login as actor } from '../fields.ts'
