/**
 * A whole number of any size: a `number` while it is a safe integer, else a `bigint`.
 *
 * Money is in micros and ratios are in units of their last decimal place, so no fraction is ever
 * stored as binary floating point.
 */
export type ExactInteger = number | bigint

/**
 * Returns the shorter form of a whole number, so that equal numbers are `===` equal.
 *
 * @param value a number is safe already
 */
export function toExact(value: ExactInteger): ExactInteger {
  if (typeof value === 'number') return value
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/** High words of safe integers are between this below zero and this above. */
const safeHigh = 2 ** 20
const wordValues = 2 ** 32

/** Reads 64-bit integers in their shorter form, most of them without making a bigint. */
export function exactIntegersOf(values: BigInt64Array): (place: number) => ExactInteger {
  const words = new Int32Array(values.buffer, values.byteOffset, 2 * values.length)
  return (place) => {
    const high = words[2 * place + 1]!
    if (high >= safeHigh || high <= -safeHigh) return toExact(values[place]!)
    return high * wordValues + (words[2 * place]! >>> 0)
  }
}

/**
 * `value × factor ÷ divisor`, rounded once, half away from zero.
 *
 * @param value of any size, may be negative
 * @param factor a positive whole number
 * @param divisor of any size, may be negative
 * @returns 0 when the divisor is 0
 */
export function divideRounded(
  value: ExactInteger,
  factor: number,
  divisor: ExactInteger,
): ExactInteger {
  if (divisor < 0) return divideRounded(-BigInt(value), factor, -BigInt(divisor))
  if (typeof value === 'number' && typeof divisor === 'number') {
    const scaled = value * factor
    const size = Math.abs(scaled)
    // Subtracting from 0 avoids a negative zero.
    if (size < halfSafe)
      return scaled < 0 ? 0 - divideSafe(size, divisor) : divideSafe(size, divisor)
  }
  return divideBig(BigInt(value), BigInt(factor), BigInt(divisor))
}

/** Below this limit, no quotient is so close to the next whole number that it is rounded to it. */
const halfSafe = 2 ** 52

/** Rounds half up. @param value from 0 to {@link halfSafe} @param divisor a safe integer, 0 or more */
function divideSafe(value: number, divisor: number): number {
  if (divisor === 0) return 0
  const whole = Math.floor(value / divisor)
  const rest = value - whole * divisor
  return 2 * rest >= divisor ? whole + 1 : whole
}

function divideBig(value: bigint, factor: bigint, divisor: bigint): ExactInteger {
  if (divisor === 0n) return 0
  const scaled = value * factor
  const rest = scaled % divisor
  const whole = scaled / divisor
  const twice = rest < 0n ? -2n * rest : 2n * rest
  if (twice < divisor) return toExact(whole)
  return toExact(scaled < 0n ? whole - 1n : whole + 1n)
}
