/**
 * How rows that a mediation reports for networks are booked, so that no revenue counts twice:
 *
 * - `auto`: those count that no report of the network itself, and no earlier mediation, has figures for. All of them
 *   are in a secondary report too.
 * - `add`: the same, but they are added to the rows of other mediations, because each app request goes to one of them
 * - `counted`: all count, whatever else there is
 * - `report`: none counts; they are only in the secondary report
 *
 * Rows of a network's own report count, unless they are booked as `report`.
 */
export const bookings = ['auto', 'add', 'counted', 'report'] as const
export type Booking = (typeof bookings)[number]
