import {
  addDecimals,
  type Decimal,
  formatDecimal,
  formatMicros,
  parseDecimal,
  roundToOdd,
  subtractDecimal,
} from '../../values/decimal.ts'

const scientific = /^(-?)(\d+)(?:\.(\d+))?[eE]([+-]?\d{1,3})$/
const grouped = /^(-?)\$?(\d{1,3}(?:,\d{3})+|\d+)(\.\d+)?$/

/**
 * Writes an amount of money plainly, digit for digit: without an exponent (`1.0E-4` is `0.00010`),
 * a dollar sign or commas between thousands.
 *
 * @returns with 18 decimals at most, the last one odd when others were cut off; any other text as
 *   it is
 */
export function plainDecimal(text: string): string {
  const plain = withoutExponent(text)
  const point = plain.indexOf('.')
  if (point === -1 || plain.length <= point + 1 + mostPlaces) return plain
  const decimal = parseDecimal(plain)
  return decimal ? formatDecimal(roundToOdd(decimal, mostPlaces)) : plain
}

/** Decimals that are kept of an amount until it is rounded to micros. */
const mostPlaces = 18

function withoutExponent(text: string): string {
  const parts = grouped.exec(text)
  if (parts) return `${parts[1]}${parts[2]!.replaceAll(',', '')}${parts[3] ?? ''}`
  const number = scientific.exec(text)
  if (!number) return text
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = number
  const digits = whole + fraction
  const point = whole.length + Number(exponent)
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`
  if (point >= digits.length) return `${sign}${digits}${'0'.repeat(point - digits.length)}`
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`
}

/** Writes a count plainly: without commas, and without decimals that are all zero (`12.0`). */
export function plainCount(text: string): string {
  const plain = plainDecimal(text)
  return /^\d+\.0+$/.test(plain) ? plain.slice(0, plain.indexOf('.')) : plain
}

/** `whole` less all `parts`, exactly. @returns null when one of them is not a number */
export function difference(whole: string, parts: readonly string[]): string | null {
  const from = readDecimal(whole)
  const less = readAll(parts)
  return from && less && formatDecimal(subtractDecimal(from, addDecimals(less)))
}

/** The sum of numbers, exactly; '' counts as 0. @returns the first text that is not a number */
export function total(parts: readonly string[]): string {
  const given = parts.filter((part) => part !== '')
  const decimals = readAll(given)
  if (decimals) return formatDecimal(addDecimals(decimals))
  return given.find((part) => !readDecimal(part)) ?? ''
}

const readDecimal = (text: string): Decimal | null => parseDecimal(plainDecimal(text))

function readAll(texts: readonly string[]): Decimal[] | null {
  const decimals = texts.flatMap((text) => readDecimal(text) ?? [])
  return decimals.length === texts.length ? decimals : null
}

/** Millionths as a decimal: `6500000` is `6.5`. @returns any other text as it is */
export function fromMicros(text: string): string {
  return /^-?\d+$/.test(text) ? formatMicros(BigInt(text)) : text
}
