import type { Selectable } from 'kysely'
import type {
  BackOff,
  Connection,
  ConnectionState,
  OwnSchedule,
  PullProblem,
  Weekday,
} from '../connections/connection.ts'
import type { Booking } from '../values/booking.ts'
import type { Day } from '../values/day.ts'
import type { ConnectionSecretsTable, ConnectionsTable } from './tables/connection-tables.ts'

/** The state of a connection that is kept only because its figures are: nobody sees it. */
export const removed = 'removed'

export function toConnection(
  row: Selectable<ConnectionsTable>,
  secrets: readonly Pick<ConnectionSecretsTable, 'field' | 'sealed'>[],
): Connection {
  return {
    id: row.id,
    accountId: row.accountId,
    name: row.name,
    connector: row.connector,
    settings: JSON.parse(row.settings) as Record<string, string>,
    // PostgreSQL's driver gives buffers.
    secrets: Object.fromEntries(
      secrets.map(({ field, sealed }) => [field, new Uint8Array(sealed)]),
    ),
    booking: row.booking as Booking,
    createsApps: row.createsApps === 1,
    firstDay: row.firstDay as Day,
    schedule: {
      readyHours: row.readyHours,
      rereadDays: row.rereadDays,
      sweepDays: row.sweepDays,
      sweepWeekday: row.sweepWeekday as Weekday | null,
    },
    state: row.state as ConnectionState,
    problem: row.problem === null ? null : (JSON.parse(row.problem) as PullProblem),
    backOff: row.backOff === null ? null : (JSON.parse(row.backOff) as BackOff),
    createdAtMs: row.createdAtMs,
    pulledAtMs: row.pulledAtMs,
  }
}

export const scheduleColumns = (schedule: OwnSchedule) => ({
  readyHours: schedule.readyHours,
  rereadDays: schedule.rereadDays,
  sweepDays: schedule.sweepDays,
  sweepWeekday: schedule.sweepWeekday,
})
