import type { Connection, PulledDay, StatedDay } from '../../connections/connection.ts'
import type { NetworkAccess } from '../../connections/gather.ts'
import type { DayChange } from '../../connections/hold.ts'
import type { PulledEffect } from '../../staging/import-pulled.ts'
import { reportNameOf } from '../../staging/slice-roles.ts'
import type { Services } from '../services.ts'
import type { Pulled } from './pulled.ts'
import { countWithdrawnSlices, type Withdrawal } from './withdraw-pulled.ts'

/** How a connection's rows are booked, as text: the end of the mark of a day. */
export const bookedMark = ({ booking }: Connection): string => ` ${booking}`

/** Where rows of a connection may be: counted, or in its secondary report. */
export const reportsOf = ({ connector }: NetworkAccess) => [null, reportNameOf(connector.name)]

/** Where they are. The first of these has all of them. */
export function bookedPlaces({ access, connection: { booking } }: Pulled): (string | null)[] {
  const [counted, report] = reportsOf(access)
  if (booking === 'report') return [report!]
  return booking === 'counted' || access.connector.kind === 'network' ? [counted!] : [report!, null]
}

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
  { slices, rebooked }: PulledEffect,
  pulled: Pulled,
  day: PulledDay,
  services: Services,
): Promise<boolean> {
  if (slices.added + slices.restated + slices.removed + rebooked.changed > 0) return false
  // After an interrupted import, nobody knows.
  if (day.mark !== null) return true
  const own = await countWithdrawnSlices(
    ownOf(pulled, day, bookedPlaces(pulled)[0]!),
    pulled,
    services,
  )
  return own === slices.unchanged
}

/** How a report differs from the figures of its day. */
export function changeBy(
  { slices, before, lostMicros, rebooked }: PulledEffect,
  after: StatedDay,
  day: PulledDay,
): DayChange {
  const known = slices.restated + slices.unchanged + slices.removed
  // Rows that were booked otherwise have no figures where they are now.
  const wasElsewhere = known === 0 && day.stated !== null
  return {
    slices: known + rebooked.replaced,
    before: wasElsewhere ? day.stated : before,
    after,
    lostMicros,
  }
}
