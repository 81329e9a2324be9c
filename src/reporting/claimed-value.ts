import { parseDecimal } from '../values/decimal.ts'

/** The units that people write figures in, as powers of ten. */
export const claimUnits = {
  one: 0,
  thousand: 3,
  million: 6,
  billion: 9,
  percent: -2,
  cent: -2,
} as const

export type ClaimUnit = keyof typeof claimUnits

/** A figure as somebody wrote it. */
export interface ClaimedValue {
  /** A plain decimal: `12.5` in `12.5 million`. */
  readonly value: string
  readonly unit: ClaimUnit
  /** The decimal places that it was rounded to, in its unit; −3 for thousands. Null: those that it has. */
  readonly decimals: number | null
}

/**
 * Whether a claim is a value, rounded as it says. A value in the middle may be rounded up or down.
 *
 * @param exact a plain decimal
 * @throws Error for texts that are no plain decimals
 */
export function isValueOf(exact: string, { value, unit, decimals }: ClaimedValue): boolean {
  const [claimed, actual] = [value, exact].map(parseDecimal)
  if (!claimed || !actual) throw new Error(`${value} or ${exact} is no decimal.`)
  const power = claimUnits[unit]
  const last = power - (decimals ?? claimed.places)
  // All as whole numbers of 10^least, twice, so that half of the last place is whole too.
  const least = Math.min(last, power - claimed.places, -actual.places)
  const scaled = (units: bigint | number, exponent: number) =>
    2n * BigInt(units) * 10n ** BigInt(exponent - least)
  const difference =
    scaled(claimed.units, power - claimed.places) - scaled(actual.units, -actual.places)
  const half = 10n ** BigInt(last - least)
  return (difference < 0n ? -difference : difference) <= half
}
