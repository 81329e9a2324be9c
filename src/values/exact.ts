/**
 * A whole number without loss: a `number` while it is a safe integer, a `bigint` beyond.
 *
 * Amounts of money are micros, counts are counts, and ratios are whole numbers of
 * some decimal place; no fraction is ever kept in binary floating point.
 */
export type Exact = number | bigint

/** The same whole number in its shortest form. */
export function exact(value: bigint): Exact {
  const number = Number(value)
  return Number.isSafeInteger(number) ? number : value
}

/**
 * `value × factor ÷ divisor`, rounded once, half away from zero.
 *
 * @param factor a positive whole number
 * @param divisor a count, 0 or more
 * @returns 0 when the divisor is 0
 */
export function scaledQuotient(value: Exact, factor: number, divisor: Exact): Exact {
  if (typeof value === 'number' && typeof divisor === 'number') {
    if (divisor === 0) return 0
    const rest = value % divisor
    const whole = ((value - rest) / divisor) * factor
    const restScaled = rest * factor
    if (Math.abs(whole) < 2 ** 52 && Math.abs(restScaled) < 2 ** 52) {
      return whole + roundedQuotient(restScaled, divisor)
    }
  }
  return bigScaledQuotient(BigInt(value), BigInt(factor), BigInt(divisor))
}

/** Exact where `value` is a safe integer: remainders of doubles are exact, quotients are not. */
function roundedQuotient(value: number, divisor: number): number {
  const rest = value % divisor
  const whole = (value - rest) / divisor
  if (2 * Math.abs(rest) < divisor) return whole
  return value < 0 ? whole - 1 : whole + 1
}

function bigScaledQuotient(value: bigint, factor: bigint, divisor: bigint): Exact {
  if (divisor === 0n) return 0
  const scaled = value * factor
  const rest = scaled % divisor
  const whole = scaled / divisor
  const twice = rest < 0n ? -2n * rest : 2n * rest
  if (twice < divisor) return exact(whole)
  return exact(scaled < 0n ? whole - 1n : whole + 1n)
}

/**
 * Writes a whole number of `10^-decimals` as a decimal, without trailing zeros.
 *
 * @example formatScaled(12_500, 4) === '1.25'
 */
export function formatScaled(value: Exact, decimals: number): string {
  const text = value.toString()
  if (decimals === 0) return text
  const negative = text.startsWith('-')
  const digits = (negative ? text.slice(1) : text).padStart(decimals + 1, '0')
  const fraction = digits.slice(-decimals).replace(/0+$/, '')
  const whole = digits.slice(0, -decimals)
  return (negative ? '-' : '') + (fraction === '' ? whole : `${whole}.${fraction}`)
}
