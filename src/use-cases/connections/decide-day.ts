import type { PulledDay, StatedDay } from '../../connections/connection.ts'
import { type Hold, holdOf, isSameDay, mayImport } from '../../connections/hold.ts'
import { confirmAfterMs, emptyAfterMs, readyAtMs } from '../../connections/schedule.ts'
import { NetworkFault } from '../../sources/connector.ts'
import type { PulledEffect } from '../../staging/import-pulled.ts'
import type { Services } from '../services.ts'
import { changeBy, isStated } from './own-figures.ts'
import type { Pulled } from './pulled.ts'

/**
 * The decision about a report that has rows:
 *
 * - `booked`: it is imported
 * - `stated`: the figures are already those of the report, and the connection's own
 * - `held`: it lacks so much that it waits for a person, or for a later report
 */
export interface Decision {
  readonly kind: 'booked' | 'stated' | 'held'
  readonly isImported: boolean
  readonly effect: PulledEffect
  readonly report: StatedDay
  /** Why it is held; null otherwise. */
  readonly hold: Hold | null
}

/** Decides on a report by what its import would change. */
export async function decideDay(
  effect: PulledEffect,
  pulled: Pulled,
  day: PulledDay,
  services: Services,
): Promise<Decision> {
  const report = { rows: effect.rows, ...effect.after }
  const hold = heldBy(holdOf(changeBy(effect, report, day)), day, report, services)
  const kind = hold ? 'held' : (await isStated(effect, pulled, day, services)) ? 'stated' : 'booked'
  return { kind, isImported: kind === 'booked', effect, report, hold }
}

/** A report without rows. */
export const nothing: StatedDay = { rows: 0, impressions: 0n, revenueMicros: 0n }

/**
 * Decides on a report without rows, which may only mean that there is none yet.
 *
 * @returns why it is held; null for a day whose figures end
 * @throws NetworkFault `not-ready`
 */
export function decideEmpty({ rules }: Pulled, day: PulledDay, services: Services): Hold | null {
  if (day.stated) {
    const change = { slices: 1, before: day.stated, after: nothing, lostMicros: 0n }
    return heldBy(holdOf(change), day, nothing, services)
  }
  if (services.networks.nowMs() < readyAtMs(day.day, rules) + emptyAfterMs) {
    const message = 'has no figures of this day yet'
    throw new NetworkFault({ kind: 'not-ready', message })
  }
  return null
}

const heldBy = (
  hold: Hold | null,
  { held }: PulledDay,
  report: StatedDay,
  { networks }: Services,
): Hold | null => (hold && !mayImport(held, report, hold, networks.nowMs()) ? hold : null)

export function heldDay(day: PulledDay, report: StatedDay, hold: Hold, nowMs: number): PulledDay {
  const isSame = day.held !== null && isSameDay(day.held, report)
  const sinceMs = isSame ? day.held!.sinceMs : nowMs
  return {
    ...day,
    state: 'held',
    failures: 0,
    pulledAtMs: nowMs,
    failedAtMs: null,
    held: { ...report, sinceMs },
    // Asked for until a report has the revenue again, or a person confirms this one.
    nextAtMs: (hold.deletesRevenue ? nowMs : sinceMs) + confirmAfterMs,
    problem: { kind: 'held', ...hold },
  }
}
