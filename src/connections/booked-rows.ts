import type { Connector } from '../sources/connector.ts'
import type { Booking } from './connection.ts'

/** One import of a connection's rows. */
export interface BookedRows {
  /** The name of the secondary report; null for counted figures. */
  readonly report: string | null
  /** Networks whose rows are left out. */
  readonly leftOut: readonly string[]
}

/** The name of the secondary report that a connector's rows may be. */
export const reportNameOf = ({ name }: Pick<Connector, 'name'>): string => name.replaceAll('-', '_')

/**
 * How the rows of a connection are imported, so that no revenue counts twice. The first has all rows.
 *
 * @param connected networks that gave figures of the day themselves, through a connection of their own
 */
export function bookedRows(
  connector: Pick<Connector, 'name' | 'kind'>,
  booking: Booking,
  connected: readonly string[],
): readonly BookedRows[] {
  const all: BookedRows = { report: null, leftOut: [] }
  const compared: BookedRows = { report: reportNameOf(connector), leftOut: [] }
  if (booking === 'report') return [compared]
  if (booking === 'counted' || connector.kind === 'network' || connected.length === 0) return [all]
  return [compared, { report: null, leftOut: connected }]
}

/** How rows are booked, as text: the end of the mark of a day. */
export const bookedMark = (bookings: readonly BookedRows[]): string =>
  ` ${JSON.stringify(bookings)}`
