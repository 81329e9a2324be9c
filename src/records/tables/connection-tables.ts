import type { Generated } from 'kysely'
import type { ConnectionState, DayState, Weekday } from '../../connections/connection.ts'
import type { Booking } from '../../values/booking.ts'
import type { Day } from '../../values/day.ts'

/** Access to networks' daily reports. */
export interface ConnectionsTable {
  id: Generated<number>
  accountId: number
  name: string
  connector: string
  /** The fields that are no secrets, as JSON. */
  settings: string
  booking: Booking
  createsApps: number
  hasDepth: Generated<number>
  firstDay: Day
  /** Of its own schedule; the connector's when null. */
  readyHours: number | null
  rereadDays: number | null
  sweepDays: number | null
  sweepWeekday: Weekday | null
  /** `removed` is kept only because its figures are: nobody sees it. */
  state: ConnectionState | 'removed'
  /** As JSON. */
  problem: string | null
  /** As JSON. */
  backOff: string | null
  createdAtMs: number
  pulledAtMs: number | null
  /** The process that works on it, and until when no other may. */
  leaseOwner: string | null
  leaseUntilMs: Generated<number>
  /** A sealed login that is still good. */
  login: Uint8Array | null
  loginUntilMs: number | null
}

/** The secret fields of connections, sealed. */
export interface ConnectionSecretsTable {
  connectionId: number
  field: string
  sealed: Uint8Array
}

/** The state of each day of a connection. */
export interface ConnectionDaysTable {
  connectionId: number
  day: Day
  state: DayState
  failures: number
  nextAtMs: number | null
  pulledAtMs: number | null
  failedAtMs: number | null
  /** Totals as JSON: those of the last import, and those that are held. */
  stated: string | null
  held: string | null
  mark: string | null
  entry: number | null
  /** As JSON. */
  depth: string | null
  /** As JSON. */
  problem: string | null
}

/** When each account of a network may be asked next. */
export interface NetworkPlacesTable {
  accountKey: string
  nextAtMs: number
}

/** Connections to networks. */
export interface ConnectionTables {
  connections: ConnectionsTable
  connectionSecrets: ConnectionSecretsTable
  connectionDays: ConnectionDaysTable
  networkPlaces: NetworkPlacesTable
}
