import type { Steps } from '../values/turns.ts'
import type { Amounts } from './amounts.ts'

/** The binary places that fractions of micros keep, so that they are safe integers. */
const fractionBits = 52n
const fractionMask = (1n << fractionBits) - 1n

/**
 * The part of a change of revenue that comes from the number of impressions. Revenue is impressions q times
 * price p, so with the mean of both prices
 *
 *     volume = (q₁ − q₀) × (p₀ + p₁) ÷ 2        price = (p₁ − p₀) × (q₀ + q₁) ÷ 2
 *
 * add up to r₁ − r₀, and neither depends on which of the two is changed first. These are Bennet's indicators
 * (T. L. Bennet, "The Theory of Measurement of Changes in Cost of Living", Journal of the Royal Statistical
 * Society 83, 1920), which for two factors are the Shapley values of the decomposition (A. F. Shorrocks,
 * "Decomposition procedures for distributional analysis", Journal of Economic Inequality 11, 2013).
 *
 * Revenue without impressions, such as a correction, has no price: impressions that come to it or go count
 * as volume with their own revenue, and everything else as price.
 *
 * @returns micros × 2^52, rounded down
 */
export function volumeEffect(before: Amounts, now: Amounts): bigint {
  const [q0, r0] = [before.impressions, before.revenueMicros]
  const [q1, r1] = [now.impressions, now.revenueMicros]
  if (q0 === q1) return 0n
  if (q0 === 0n) return r1 << fractionBits
  if (q1 === 0n) return -r0 << fractionBits
  return floorDivide(((q1 - q0) * (r0 * q1 + r1 * q0)) << fractionBits, 2n * q0 * q1)
}

/** Both ranges, for {@link volumeEffects}. */
export interface Change {
  /** Decides between equal remainders; unique. */
  readonly key: string
  readonly before: Amounts
  readonly now: Amounts
}

/**
 * Volume effects of several changes in whole micros that add up to their exact sum, rounded once. Each is
 * rounded down, and the missing micros go to those with the largest remainders (the method of Hamilton and
 * Hare), so none is a micro off.
 *
 * @returns in the order of the changes
 */
export function* volumeEffects(changes: readonly Change[]): Steps<bigint[]> {
  const effects: bigint[] = []
  const remainders = new Float64Array(changes.length)
  let missing = 0n
  for (const [place, { before, now }] of changes.entries()) {
    const exact = volumeEffect(before, now)
    effects.push(exact >> fractionBits)
    remainders[place] = Number(exact & fractionMask)
    missing += exact & fractionMask
    if (place % changesPerTurn === changesPerTurn - 1) yield
  }
  for (const place of largest(remainders, roundHalfUp(missing), changes)) effects[place]! += 1n
  return effects
}

const changesPerTurn = 1_024

/** The places of the largest remainders; among equal ones, the first keys. */
function largest(remainders: Float64Array, count: number, changes: readonly Change[]): number[] {
  if (count === 0) return []
  const least = remainders.toSorted()[remainders.length - count]!
  const places = [...remainders.keys()]
  const larger = places.filter((place) => remainders[place]! > least)
  const equal = places
    .filter((place) => remainders[place] === least)
    .sort((a, b) => (changes[a]!.key < changes[b]!.key ? -1 : 1))
  return [...larger, ...equal.slice(0, count - larger.length)]
}

const roundHalfUp = (fixed: bigint): number =>
  Number((fixed + (1n << (fractionBits - 1n))) >> fractionBits)

/** @param divisor more than 0 */
function floorDivide(value: bigint, divisor: bigint): bigint {
  const quotient = value / divisor
  return value % divisor < 0n ? quotient - 1n : quotient
}
