import { divideRounded, type ExactInteger } from '../values/exact-integer.ts'

/** What the stores add up; everything a report states is derived from these four. */
export const sums = ['impressions', 'clicks', 'installs', 'revenueMicros'] as const

export type Sum = (typeof sums)[number]

/** Totals of some rows. A sum that was not asked for is absent. */
export type Sums = Partial<Record<Sum, ExactInteger>>

/** One figure a report can state: `of × factor ÷ per`, rounded once to `decimals` places. */
export interface Measure {
  readonly unit: string
  readonly of: Sum
  /** Turns the quotient into units of the last decimal place. */
  readonly factor: number
  readonly per: Sum | number
  readonly decimals: number
  readonly description: string
}

/** Every figure, its unit and its rounding. The factors work from micros: 10,000 are a cent. */
export const measures = {
  impressions: {
    unit: 'ads',
    of: 'impressions',
    factor: 1,
    per: 1,
    decimals: 0,
    description: 'Ads shown.',
  },
  clicks: {
    unit: 'clicks',
    of: 'clicks',
    factor: 1,
    per: 1,
    decimals: 0,
    description: 'Clicks on ads; 0 where the network does not report them.',
  },
  installs: {
    unit: 'installs',
    of: 'installs',
    factor: 1,
    per: 1,
    decimals: 0,
    description: 'Installs that followed ads; 0 where the network does not report them.',
  },
  revenueCents: {
    unit: 'cents',
    of: 'revenueMicros',
    factor: 1,
    per: 10_000,
    decimals: 0,
    description: 'Revenue in hundredths of the currency.',
  },
  revenue: {
    unit: 'major units',
    of: 'revenueMicros',
    factor: 1,
    per: 1,
    decimals: 6,
    description: 'Revenue in the currency itself, to the last micro.',
  },
  ecpmCents: {
    unit: 'cents',
    of: 'revenueMicros',
    // micros ÷ 10^4 cents × 10^3 impressions, in units of 10^-4.
    factor: 1_000,
    per: 'impressions',
    decimals: 4,
    description: 'Revenue per thousand impressions, in cents.',
  },
  cpm: {
    unit: 'major units',
    of: 'revenueMicros',
    // micros ÷ 10^6 × 10^3 impressions, in units of 10^-4.
    factor: 10,
    per: 'impressions',
    decimals: 4,
    description: 'Revenue per thousand impressions, in the currency itself.',
  },
  ctr: {
    unit: 'clicks per impression',
    of: 'clicks',
    factor: 1_000_000,
    per: 'impressions',
    decimals: 6,
    description: 'Click-through rate.',
  },
  cvr: {
    unit: 'installs per impression',
    of: 'installs',
    factor: 1_000_000,
    per: 'impressions',
    decimals: 6,
    description: 'Conversion rate: installs per impression, as this field has it.',
  },
} as const satisfies Record<string, Measure>

export type MeasureName = keyof typeof measures

/** The sums that some measures are derived from, each once, in the catalogue's order. */
export function sumsBehind(names: readonly MeasureName[]): Sum[] {
  const needed = new Set<Sum | number>(
    names.flatMap((name) => [measures[name].of, measures[name].per]),
  )
  return sums.filter((sum) => needed.has(sum))
}

/**
 * Derives a measure from sums.
 *
 * @returns a whole number of `10^-decimals` units; 0 when the divisor is 0 or a sum is absent
 */
export function deriveMeasure(name: MeasureName, totals: Sums): ExactInteger {
  const { of, factor, per } = measures[name]
  return divideRounded(totals[of] ?? 0, factor, typeof per === 'number' ? per : (totals[per] ?? 0))
}
