import type { Fault } from '../sources/connector.ts'
import { type Day, dayMs } from '../values/day.ts'
import { endOfDayMs } from './network-clock.ts'

/** When a connection asks for its days. */
export interface PullRules {
  /** The IANA zone of the network's days. */
  readonly zone: string
  readonly readyHours: number
  readonly rereadDays: number
  readonly sweepDays: number
}

const hourMs = 3_600_000
/** A report without rows is believed so long after it should be there. */
export const emptyAfterMs = 12 * hourMs
/** A held report is asked for again after so long. */
export const confirmAfterMs = 6 * hourMs
/** After a fault that may pass by itself: grows with every failure in a row, up to the last one. */
const retryMs = [2, 5, 15, 60, 180].map((minutes) => minutes * 60_000)
const notReadyMs = 45 * 60_000

/** When the first figures of a day should be there. */
export const readyAtMs = (day: Day, { zone, readyHours }: PullRules): number =>
  endOfDayMs(day, zone) + readyHours * hourMs

/**
 * When a day that was pulled is asked for again: at its ready hour every day while the network restates it, then
 * every week.
 *
 * @returns null when the network does not restate it any more
 */
export function nextReadMs(day: Day, nowMs: number, rules: PullRules): number | null {
  const ready = readyAtMs(day, rules)
  const age = Math.max(Math.floor((nowMs - ready) / dayMs), 0)
  if (age < rules.rereadDays) return ready + (age + 1) * dayMs
  const next = nowMs + 7 * dayMs
  return next <= ready + rules.sweepDays * dayMs ? next : null
}

/** When a day is asked for again after a fault. @param failures in a row, with this one; 0 for a report that is not late */
export function retryAtMs({ kind, waitMs = 0 }: Fault, failures: number, nowMs: number): number {
  const usual = retryMs[Math.min(Math.max(failures, 1), retryMs.length) - 1]!
  if (kind === 'not-ready') return nowMs + Math.max(usual, notReadyMs)
  // Repeating a request that is not accepted serves nobody.
  const least = kind === 'request-refused' || kind === 'cut' ? dayMs : waitMs
  return nowMs + Math.max(usual, least)
}
