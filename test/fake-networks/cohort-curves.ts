import { dayMs } from '../../src/values/day.ts'
import type { TruthRow } from './truth.ts'

/** The users of an app in a country who installed it on a day. */
export interface CohortRow extends Pick<TruthRow, 'day' | 'app' | 'country'> {
  readonly installs: number
  /** Were active on the day of an age. */
  readonly active: (age: number) => number
  /** From ads, all since the install. */
  readonly adMicros: (age: number) => number
  /** From purchases, all since the install. */
  readonly iapMicros: (age: number) => number
}

/** The ages that MAX tells. */
export const toldAges = [0, 1, 2, 3, 4, 5, 6, 7, 10, 14, 18, 21, 24, 27, 30, 45]

/** Draws the users who first saw a mediation's ads. Fewer are active with each day, and each day earns something. */
export const cohortsOf = (rows: readonly TruthRow[]): CohortRow[] =>
  [
    ...Map.groupBy(rows, ({ app, country }) =>
      [app.package, app.platform, country].join(' '),
    ).values(),
  ].map((group) => {
    const { day, app, country } = group[0]!
    const installs = Math.ceil(group.reduce((total, row) => total + row.impressions, 0) / 20)
    return {
      day,
      app,
      country,
      installs,
      active: (age) => Math.floor((installs * 2) / (age + 2)),
      adMicros: (age) => installs * 12_345 * (age + 1),
      iapMicros: (age) => installs * 7_000 * age,
    }
  })

/** What is known of a curve at a time: half of the day that it is, and nothing of days to come. */
export function knownAt(nowMs: number, day: number, age: number, value: number): number {
  const begins = (day + age) * dayMs
  if (nowMs < begins) return 0
  return nowMs < begins + dayMs ? Math.floor(value / 2) : value
}
