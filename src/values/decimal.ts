import { divideRounded, type ExactInteger } from './exact-integer.ts'

/**
 * An exact decimal: `units × 10^-places`. Stored money is in micros (6 places). Money that was just
 * read from a report or a rate file has as many places as the text.
 */
export interface Decimal {
  readonly units: ExactInteger
  /** Decimal places, 0 or more. */
  readonly places: number
}

const plainDecimal = /^(-?\d+)(?:\.(\d+))?$/

/**
 * Reads a plain decimal: digits with at most one point between them, and an optional minus.
 *
 * @returns as many places as in the text; null for any other text, including an empty one
 */
export function parseDecimal(text: string): Decimal | null {
  const [, whole, fraction = ''] = plainDecimal.exec(text) ?? []
  return whole === undefined ? null : { units: BigInt(whole + fraction), places: fraction.length }
}

/**
 * Writes a decimal plainly, without trailing zeros.
 *
 * @example formatDecimal({ units: 12_500, places: 4 }) === '1.25'
 */
export function formatDecimal({ units, places }: Decimal): string {
  const text = units.toString()
  if (places === 0) return text
  const negative = text.startsWith('-')
  const digits = (negative ? text.slice(1) : text).padStart(places + 1, '0')
  const fraction = digits.slice(-places).replace(/0+$/, '')
  const whole = digits.slice(0, -places)
  return (negative ? '-' : '') + (fraction === '' ? whole : `${whole}.${fraction}`)
}

/** Writes an amount of money in major units: 12,500,000 micros are `12.5`. */
export function formatMicros(micros: ExactInteger): string {
  return formatDecimal({ units: micros, places: 6 })
}

/** Adds decimals. @returns as many places as the longest has; 0 for an empty list */
export function addDecimals(decimals: readonly Decimal[]): Decimal {
  // Not as arguments of one call: there may be more of them than the stack holds.
  const places = decimals.reduce((most, decimal) => Math.max(most, decimal.places), 0)
  const units = decimals.reduce((sum, decimal) => sum + unitsAt(decimal, places), 0n)
  return { units, places }
}

/** `one` minus `other`. @returns as many places as the longer one has */
export function subtractDecimal(one: Decimal, other: Decimal): Decimal {
  return addDecimals([one, { units: -BigInt(other.units), places: other.places }])
}

/** Multiplies two decimals. @returns the places of both added up */
export function multiplyDecimals(one: Decimal, other: Decimal): Decimal {
  return {
    units: BigInt(one.units) * BigInt(other.units),
    places: one.places + other.places,
  }
}

/**
 * `top ÷ bottom` as a decimal, rounded once, half away from zero.
 *
 * @param bottom 0 or more
 * @param places 0 to 15
 * @returns 0 when `bottom` is 0
 */
export function divideToPlaces(top: ExactInteger, bottom: ExactInteger, places: number): Decimal {
  return { units: divideRounded(top, 10 ** places, bottom), places }
}

/**
 * Shortens a decimal that will be rounded later. If digits are cut off, the last kept digit becomes
 * odd, so that the later rounding still goes the same way.
 *
 * @param places at least two more than after the later rounding
 * @returns the same decimal when it has at most `places`
 */
export function roundToOdd(decimal: Decimal, places: number): Decimal {
  if (decimal.places <= places) return decimal
  const units = BigInt(decimal.units)
  const divisor = 10n ** BigInt(decimal.places - places)
  const kept = units / divisor
  if (units % divisor === 0n || kept % 2n !== 0n) return { units: kept, places }
  return { units: units < 0n ? kept - 1n : kept + 1n, places }
}

/**
 * `top ÷ bottom`, to be rounded later: like {@link roundToOdd}, the last digit is odd if digits are cut off.
 *
 * @param bottom above 0
 * @param places at least two more than after the later rounding
 */
export function divideToOdd(top: Decimal, bottom: Decimal, places: number): Decimal {
  const dividend = BigInt(top.units) * 10n ** BigInt(bottom.places + places)
  const divisor = BigInt(bottom.units) * 10n ** BigInt(top.places)
  const kept = dividend / divisor
  if (dividend % divisor === 0n || kept % 2n !== 0n) return { units: kept, places }
  return { units: dividend < 0n ? kept - 1n : kept + 1n, places }
}

/** The units of a decimal written with `places`, which must be at least its own. */
function unitsAt(decimal: Decimal, places: number): bigint {
  return BigInt(decimal.units) * 10n ** BigInt(places - decimal.places)
}
