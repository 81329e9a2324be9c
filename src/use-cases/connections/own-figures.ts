import { type BookedRows, reportNameOf } from '../../connections/booked-rows.ts'
import type { PulledDay, StatedDay } from '../../connections/connection.ts'
import type { NetworkAccess } from '../../connections/gather.ts'
import type { DayChange } from '../../connections/hold.ts'
import type { PulledEffect } from '../../staging/preview-pulled.ts'
import type { Services } from '../services.ts'
import type { Pulled } from './pulled.ts'
import { figuresOf, type Withdrawal } from './withdraw-pulled.ts'

/** Where rows of a connection may be: counted, or in its secondary report. */
export const reportsOf = ({ connector }: NetworkAccess) => [null, reportNameOf(connector)]

/** All figures of a day that a connection stated last, counted or in a secondary report. */
export const ownOf = (
  { connection }: Pulled,
  { day }: Pick<PulledDay, 'day'>,
  report: string | null,
): Withdrawal => ({ statedBy: connection.id, day, networks: null, report })

/**
 * Whether an import would change nothing, and the figures are the connection's own. The same figures of others have
 * to be stated once more: they would not end with the connection's report.
 */
export async function isStated(
  { slices }: PulledEffect,
  { report }: BookedRows,
  pulled: Pulled,
  day: PulledDay,
  services: Services,
): Promise<boolean> {
  if (slices.added + slices.restated + slices.removed > 0) return false
  // After an interrupted import, nobody knows.
  if (day.mark !== null) return true
  const own = await figuresOf(ownOf(pulled, day, report), pulled, services)
  return own.slices === slices.unchanged
}

/** A report, and what the import of each booking of its rows would change. */
interface BookedReport {
  /** The first is of all rows. */
  readonly bookings: readonly BookedRows[]
  readonly effects: readonly PulledEffect[]
  readonly stated: StatedDay
}

/** How a report differs from the figures of its day. */
export async function changeBy(
  { bookings, effects, stated }: BookedReport,
  pulled: Pulled,
  day: PulledDay,
  services: Services,
): Promise<DayChange> {
  const counts = effects.map(({ slices }) => slices.restated + slices.unchanged + slices.removed)
  let lostMicros = 0n
  for (const [index, { report, leftOut }] of bookings.entries()) {
    let lost = effects[index]!.lostMicros
    if (lost > 0n && leftOut.length > 0) {
      // What is left to networks is not lost.
      const left = { ...ownOf(pulled, day, report), networks: leftOut }
      lost -= (await figuresOf(left, pulled, services)).revenueMicros
    }
    if (lost > lostMicros) lostMicros = lost
  }
  return {
    slices: counts.reduce((sum, count) => sum + count, 0),
    // Rows that were booked otherwise have no figures where they are now.
    before: counts[0] === 0 && day.stated ? day.stated : effects[0]!.before,
    ...{ after: stated, lostMicros },
  }
}
