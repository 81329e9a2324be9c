import { type Day, dayAccepts, parseDay } from '../values/day.ts'
import { parseDecimal } from '../values/decimal.ts'
import { monthAccepts, parseMonth } from '../values/months.ts'
import { isPlainText } from '../values/plain-text.ts'

/** The largest amount of a line, in whole units of its currency: its micros fit 53 bits. */
export const maxLineUnits = 9_000_000_000

const maxLineMicros = BigInt(maxLineUnits) * 1_000_000n

export const maxReferenceCharacters = 200
export const maxReasonCharacters = 200
export const maxAppIdCharacters = 128

export const lineCurrencyAccepts = 'an ISO 4217 code such as USD'

export const lineAmountAccepts = `an amount other than 0 as a plain decimal such as -1234.57, with at most 6 places and at most ${maxLineUnits}`

/** Reads a plain decimal as micros. @returns null for other texts, and amounts that no line may have */
export function parseAmountMicros(text: string): bigint | null {
  const decimal = text.length <= 32 ? parseDecimal(text) : null
  if (decimal === null || decimal.places > 6) return null
  const micros = BigInt(decimal.units) * 10n ** BigInt(6 - decimal.places)
  return micros > maxLineMicros || micros < -maxLineMicros ? null : micros
}

/** The same for a line, whose amount is never 0. */
export const parseLineMicros = (text: string): bigint | null => parseAmountMicros(text) || null

const firstLineDay = parseDay('2000-01-01')!
const lastLineDay = parseDay('2149-12-31')!
const years = 'of a year from 2000 to 2149'

export const lineDayAccepts = `${dayAccepts}, ${years}`
export const lineMonthAccepts = `${monthAccepts}, ${years}`

const ofYears = (day: Day | null): Day | null =>
  day !== null && day >= firstLineDay && day <= lastLineDay ? day : null

/** Reads a day that a line may have. @returns null for another text */
export const parseLineDay = (text: string): Day | null => ofYears(parseDay(text))

/** Reads a month that a line may be about. @returns its first day; null for another text */
export const parseLineMonth = (text: string): Day | null => ofYears(parseMonth(text))

/** Whether a text fits a field of a line. */
export const isLineText = (text: string, maxCharacters: number): boolean =>
  text.length <= maxCharacters && isPlainText(text)

export const lineTextAccepts = (maxCharacters: number): string =>
  `at most ${maxCharacters} characters, without characters that control a terminal or the direction of text`
