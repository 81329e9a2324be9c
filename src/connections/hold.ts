import type { HoldReason, StatedDay } from './connection.ts'

/** A day whose impressions or revenue fall below this share of what they were is looked at. */
const plausibleShare = 0.5

export interface DayChange {
  /** Slices that there are. */
  readonly slices: number
  readonly before: Pick<StatedDay, 'impressions' | 'revenueMicros'>
  readonly after: StatedDay
  /** Revenue of apps and networks that the report no longer has. */
  readonly lostMicros: bigint
}

/**
 * Whether a report has so much less than what was imported of its day that the network may have made a mistake.
 *
 * @returns null for a report that may be imported
 */
export function reasonToHold({ slices, before, after, lostMicros }: DayChange): HoldReason | null {
  if (slices === 0) return null
  if (after.rows === 0) return 'no rows'
  if (lostMicros > 0n) return 'revenue missing'
  const fell = (name: 'impressions' | 'revenueMicros') =>
    Number(after[name]) < Number(before[name]) * plausibleShare
  if (fell('revenueMicros')) return 'less revenue'
  return fell('impressions') ? 'fewer impressions' : null
}

/** Whether two reports agree on a day. */
export const isSameDay = (one: StatedDay, other: StatedDay): boolean =>
  one.rows === other.rows &&
  one.impressions === other.impressions &&
  one.revenueMicros === other.revenueMicros
