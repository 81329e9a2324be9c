import type { Selectable } from 'kysely'
import type { Connection, OwnSchedule } from '../connections/connection.ts'
import type { ConnectionSecretsTable, ConnectionsTable } from './tables/connection-tables.ts'

export type ConnectionRow = Selectable<ConnectionsTable>

/** The state of a connection that is kept only because its figures are: nobody sees it. */
export const removed = 'removed'

export const toConnection = (
  row: ConnectionRow,
  secrets: readonly Pick<ConnectionSecretsTable, 'field' | 'sealed'>[],
): Connection => ({
  id: row.id,
  accountId: row.accountId,
  name: row.name,
  connector: row.connector,
  settings: JSON.parse(row.settings),
  // PostgreSQL's driver gives buffers.
  secrets: Object.fromEntries(secrets.map(({ field, sealed }) => [field, new Uint8Array(sealed)])),
  booking: row.booking,
  createsApps: row.createsApps === 1,
  hasDepth: row.hasDepth === 1,
  firstDay: row.firstDay,
  schedule: scheduleColumns(row),
  state: row.state as Connection['state'],
  problem: row.problem === null ? null : JSON.parse(row.problem),
  backOff: row.backOff === null ? null : JSON.parse(row.backOff),
  createdAtMs: row.createdAtMs,
  pulledAtMs: row.pulledAtMs,
})

export const scheduleColumns = (schedule: OwnSchedule): OwnSchedule => ({
  readyHours: schedule.readyHours,
  rereadDays: schedule.rereadDays,
  sweepDays: schedule.sweepDays,
  sweepWeekday: schedule.sweepWeekday,
})
