import {
  addDecimals,
  type Decimal,
  formatDecimal,
  parseDecimal,
  roundToOdd,
  subtractDecimal,
} from '../../values/decimal.ts'

const scientific = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/
const grouped = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/

/** Decimal places of an amount until it is rounded to micros. */
const maxPlaces = 18

/**
 * Removes the exponent (`1.0E-4` becomes `0.00010`), dollar sign and thousands separators of an amount
 * of money.
 *
 * @returns at most 18 decimal places, see {@link roundToOdd}; text that is no number is unchanged
 */
export function plainDecimal(text: string): string {
  const plain = withoutExponent(text)
  const point = plain.indexOf('.')
  if (point === -1 || plain.length <= point + 1 + maxPlaces) return plain
  const decimal = parseDecimal(plain)
  return decimal ? formatDecimal(roundToOdd(decimal, maxPlaces)) : plain
}

function withoutExponent(text: string): string {
  const parts = grouped.exec(text)
  if (parts) return `${parts[1]}${parts[2]!.replaceAll(',', '')}${parts[3] ?? ''}`
  const number = scientific.exec(text)
  if (!number) return text
  const [, sign, whole, fraction = '', exponent] = number
  const digits = whole! + fraction
  const point = whole!.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Removes thousands separators and a fraction of zeros (`12.0`) from a count. */
export function plainCount(text: string): string {
  const plain = plainDecimal(text)
  return /^\d+\.0+$/.test(plain) ? plain.slice(0, plain.indexOf('.')) : plain
}

/** `whole` minus all `parts`, exactly. @returns null when one of them is not a number */
export function difference(whole: string, parts: readonly string[]): string | null {
  const from = readDecimal(whole)
  const less = readAll(parts)
  return from && less && formatDecimal(subtractDecimal(from, addDecimals(less)))
}

/** The exact sum of numbers; '' counts as 0. @returns the first text that is not a number, if any */
export function total(parts: readonly string[]): string {
  const given = parts.filter((part) => part !== '')
  const decimals = readAll(given)
  if (decimals) return formatDecimal(addDecimals(decimals))
  return given.find((part) => !readDecimal(part))!
}

const readDecimal = (text: string): Decimal | null => parseDecimal(plainDecimal(text))

function readAll(texts: readonly string[]): Decimal[] | null {
  const decimals = texts.flatMap((text) => readDecimal(text) ?? [])
  return decimals.length === texts.length ? decimals : null
}

/** Converts micros to a decimal: `6500000` becomes `6.5`. Text that is no number is unchanged. */
export function fromMicros(text: string): string {
  const micros = readDecimal(text)
  if (!micros) return text
  return formatDecimal(roundToOdd({ ...micros, places: micros.places + 6 }, maxPlaces))
}

/** Whether a report writes this in the place of something that it does not have. */
export const isPlaceholder = (text: string): boolean => /^([-–—]+|n\/?a|null)$/i.test(text)
