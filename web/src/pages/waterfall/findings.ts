import type { AdUnit, Rung } from './ad-units.ts'

/** A rung that is asked so often is one that somebody should have answered. */
export const deadAttempts = 1_000

/** The part of its ad unit's attempts that a dead rung has at least: rarer ones cost hardly any time. */
export const deadAttemptsShare = 0.01

/** Neighbouring floors that are further apart leave room for a rung. */
export const gapFactor = 2

/** A rung that answers a smaller part of its attempts passes nearly all of them on. */
export const gapFill = 0.05

/** The part of its ad unit's revenue that the rung below a gap earns at least: else a rung above it gains little. */
export const gapRevenueShare = 0.2

export interface DeadRung {
  readonly unit: AdUnit
  readonly rung: Rung
}

export interface PriceGap {
  readonly unit: AdUnit
  readonly upper: Rung
  readonly lower: Rung
  /** The upper floor as a multiple of the lower one. */
  readonly factor: number
}

/** Rungs that are asked often and sell nothing: they cost time. Those with the most attempts first. */
export const deadRungs = (units: readonly AdUnit[]): DeadRung[] =>
  units
    .flatMap((unit) =>
      unit.rungs.filter((rung) => isDead(rung, unit)).map((rung) => ({ unit, rung })),
    )
    .sort((a, b) => Number(b.rung.attempts) - Number(a.rung.attempts))

const isDead = ({ attempts, impressions }: Rung, unit: AdUnit): boolean =>
  attempts !== null &&
  Number(attempts) >= deadAttempts &&
  Number(attempts) >= deadAttemptsShare * Number(unit.attempts) &&
  impressions !== null &&
  Number(impressions) === 0

/**
 * Neighbouring rungs, by floor, where ads are sold far below what the upper one asks for. Those whose lower rung earns
 * most first.
 */
export const priceGaps = (units: readonly AdUnit[]): PriceGap[] =>
  units.flatMap(gapsOf).sort((a, b) => Number(b.lower.revenue) - Number(a.lower.revenue))

function gapsOf(unit: AdUnit): PriceGap[] {
  const { rungs, revenue } = unit
  return rungs.slice(1).flatMap((lower, place): PriceGap[] => {
    const upper = rungs[place]!
    const factor = upper.toNext.floor
    const isGap =
      factor !== null &&
      factor > gapFactor &&
      upper.fill !== null &&
      Number(upper.fill) < gapFill &&
      Number(revenue) > 0 &&
      Number(lower.revenue) >= gapRevenueShare * Number(revenue)
    return isGap ? [{ unit, upper, lower, factor }] : []
  })
}
