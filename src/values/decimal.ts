import { divideRounded, type ExactInteger } from './exact-integer.ts'

/**
 * A decimal without loss: `units × 10^-places`. Amounts of money are micros (6 places) once they
 * are stored; before that they have as many places as a report or a rate gives them.
 */
export interface Decimal {
  readonly units: ExactInteger
  /** Decimal places, 0 or more. */
  readonly places: number
}

const plainDecimal = /^(-?\d+)(?:\.(\d+))?$/

/**
 * Reads a decimal that is written plainly: digits, at most one point between them, a minus.
 *
 * @returns as many places as the text has; null for any other text, also for an empty one
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

/** Adds decimals up. @returns with the places of the longest; 0 of none */
export function addDecimals(decimals: readonly Decimal[]): Decimal {
  const places = Math.max(0, ...decimals.map((decimal) => decimal.places))
  const units = decimals.reduce((sum, decimal) => sum + unitsAt(decimal, places), 0n)
  return { units, places }
}

/** `from` less `what`. @returns with the places of the longer one */
export function subtractDecimal(from: Decimal, what: Decimal): Decimal {
  return addDecimals([from, { units: -BigInt(what.units), places: what.places }])
}

/** Multiplies two decimals. @returns with the places of both together */
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
 * Shortens a decimal that will be rounded later. What is cut off makes the last digit odd, so the
 * later rounding falls to the side that it would have fallen to before.
 *
 * @param places at least two more than the later rounding leaves
 * @returns the same decimal when it has no more than `places`
 */
export function roundToOdd(decimal: Decimal, places: number): Decimal {
  if (decimal.places <= places) return decimal
  const units = BigInt(decimal.units)
  const divisor = 10n ** BigInt(decimal.places - places)
  const kept = units / divisor
  if (units % divisor === 0n || kept % 2n !== 0n) return { units: kept, places }
  return { units: units < 0n ? kept - 1n : kept + 1n, places }
}

/** The units of a decimal when it is written with `places`, which are no fewer than it has. */
function unitsAt(decimal: Decimal, places: number): bigint {
  return BigInt(decimal.units) * 10n ** BigInt(places - decimal.places)
}
