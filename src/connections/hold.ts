import type { HeldDay, HoldReason, StatedDay } from './connection.ts'
import { confirmAfterMs } from './schedule.ts'

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

/** Why a report is held, and whether it would delete revenue: then only a person may confirm it. */
export interface Hold {
  readonly reason: HoldReason
  readonly deletesRevenue: boolean
}

/**
 * Whether a report has so much less than what was imported of its day that the network may have made a mistake.
 *
 * @returns null for a report that may be imported
 */
export function holdOf({ slices, before, after, lostMicros }: DayChange): Hold | null {
  if (slices === 0) return null
  if (after.rows === 0) return { reason: 'no rows', deletesRevenue: before.revenueMicros > 0n }
  if (lostMicros > 0n) return { reason: 'revenue missing', deletesRevenue: true }
  const fell = (name: 'impressions' | 'revenueMicros') =>
    Number(after[name]) < Number(before[name]) * plausibleShare
  if (fell('revenueMicros')) return { reason: 'less revenue', deletesRevenue: true }
  return fell('impressions') ? { reason: 'fewer impressions', deletesRevenue: false } : null
}

/** Marks what is held as confirmed by a person. */
export const confirmed = (held: HeldDay): HeldDay => ({ ...held, sinceMs: 0 })

export const isConfirmed = ({ sinceMs }: HeldDay): boolean => sinceMs === 0

/** Whether a held report may be imported: a person confirmed it, or it only lacks impressions and came again hours later. */
export function mayImport(
  held: HeldDay | null,
  report: StatedDay,
  { deletesRevenue }: Hold,
  nowMs: number,
): boolean {
  if (held === null || !isSameDay(held, report)) return false
  return isConfirmed(held) || (!deletesRevenue && nowMs - held.sinceMs >= confirmAfterMs)
}

/** Whether two reports agree on a day. */
export const isSameDay = (one: StatedDay, other: StatedDay): boolean =>
  one.rows === other.rows &&
  one.impressions === other.impressions &&
  one.revenueMicros === other.revenueMicros
