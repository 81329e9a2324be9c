/** A number as `top ÷ bottom`. @example [10_842n, 10_000n] is 1.0842 */
export type Fraction = readonly [top: bigint, bottom: bigint]

export const sizeOf = (amount: bigint): bigint => (amount < 0n ? -amount : amount)

/** `amount × top ÷ bottom`, rounded half away from zero. */
export function roundedPart(amount: bigint, top: bigint, bottom: bigint): bigint {
  const isNegative = (amount < 0n !== top < 0n) !== bottom < 0n
  const [over, under] = [sizeOf(amount * top), sizeOf(bottom)]
  const whole = over / under
  const size = 2n * (over % under) >= under ? whole + 1n : whole
  return isNegative ? -size : size
}

/** The smallest amount that can be paid, in micros. */
export const unitOf = (currency: string): bigint => (currency === 'JPY' ? 1_000_000n : 10_000n)
