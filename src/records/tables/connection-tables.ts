import type { Generated } from 'kysely'

/** Access to networks' daily reports. */
export interface ConnectionsTable {
  id: Generated<number>
  account_id: number
  name: string
  connector: string
  /** The fields that are no secrets, as JSON. */
  settings: string
  booking: string
  creates_apps: number
  /** Days since 1970-01-01. */
  first_day: number
  /** Of its own schedule; the connector's when null. */
  ready_hours: number | null
  reread_days: number | null
  sweep_days: number | null
  sweep_weekday: string | null
  state: string
  /** As JSON. */
  problem: string | null
  /** As JSON. */
  back_off: string | null
  created_at_ms: number
  pulled_at_ms: number | null
  /** The process that works on it, and until when no other may. */
  lease_owner: string | null
  lease_until_ms: Generated<number>
  /** A sealed login that is still good. */
  login: Uint8Array | null
  login_until_ms: number | null
}

/** The secret fields of connections, sealed. */
export interface ConnectionSecretsTable {
  connection_id: number
  field: string
  sealed: Uint8Array
}

/** The state of each day of a connection. */
export interface ConnectionDaysTable {
  connection_id: number
  /** Days since 1970-01-01. */
  day: number
  state: string
  failures: number
  next_at_ms: number | null
  pulled_at_ms: number | null
  failed_at_ms: number | null
  /** Totals as JSON: those of the last import, and those that are held. */
  stated: string | null
  held: string | null
  mark: string | null
  entry: number | null
  /** As JSON. */
  problem: string | null
}

/** When each account of a network may be asked next. */
export interface NetworkPlacesTable {
  account_key: string
  next_at_ms: number
}

/** Connections to networks. */
export interface ConnectionTables {
  connections: ConnectionsTable
  connection_secrets: ConnectionSecretsTable
  connection_days: ConnectionDaysTable
  network_places: NetworkPlacesTable
}
