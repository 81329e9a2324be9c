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
    accountId: row.account_id,
    name: row.name,
    connector: row.connector,
    settings: JSON.parse(row.settings) as Record<string, string>,
    // PostgreSQL's driver gives buffers.
    secrets: Object.fromEntries(
      secrets.map(({ field, sealed }) => [field, new Uint8Array(sealed)]),
    ),
    booking: row.booking as Booking,
    createsApps: row.creates_apps === 1,
    firstDay: row.first_day as Day,
    schedule: {
      readyHours: row.ready_hours,
      rereadDays: row.reread_days,
      sweepDays: row.sweep_days,
      sweepWeekday: row.sweep_weekday as Weekday | null,
    },
    state: row.state as ConnectionState,
    problem: row.problem === null ? null : (JSON.parse(row.problem) as PullProblem),
    backOff: row.back_off === null ? null : (JSON.parse(row.back_off) as BackOff),
    createdAtMs: row.created_at_ms,
    pulledAtMs: row.pulled_at_ms,
  }
}

export const scheduleColumns = (schedule: OwnSchedule) => ({
  ready_hours: schedule.readyHours,
  reread_days: schedule.rereadDays,
  sweep_days: schedule.sweepDays,
  sweep_weekday: schedule.sweepWeekday,
})
