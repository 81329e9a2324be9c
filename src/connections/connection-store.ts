import type { Day, DaySpan } from '../values/day.ts'
import type { Connection, DayState, PulledDay } from './connection.ts'

export type NewConnection = Omit<Connection, 'id' | 'state' | 'problem' | 'backOff' | 'pulledAtMs'>

export type ConnectionChanges = Partial<
  Pick<
    Connection,
    'settings' | 'secrets' | 'booking' | 'schedule' | 'state' | 'problem' | 'backOff' | 'pulledAtMs'
  >
>

/** A login as it is stored. */
export interface StoredLogin {
  readonly sealed: Uint8Array
  readonly untilMs: number
}

/** PORT: stores connections, their days, and what processes share to work on them. */
export interface ConnectionStore {
  readonly days: ConnectionDays
  readonly leases: ConnectionLeases
  readonly places: NetworkPlaces

  /** @returns null when the account has one with this name */
  insert(connection: NewConnection): Promise<Connection | null>
  byName(accountId: number, name: string): Promise<Connection | null>
  byId(id: number): Promise<Connection | null>
  /** By name. @param accountId all accounts when absent */
  list(accountId?: number): Promise<Connection[]>
  /** Those of an account that a day's figures were imported of, by name. */
  statingDay(accountId: number, day: Day): Promise<Connection[]>
  /**
   * Whoever works on it loses the lease, unless only `backOff` and `pulledAtMs` change.
   *
   * @returns false when it is gone
   */
  change(id: number, changes: ConnectionChanges): Promise<boolean>
  /**
   * Removes it with its secrets. Its figures stay, so {@link statingDay} still knows it: a mediation must not
   * count them again.
   */
  remove(id: number): Promise<void>

  login(id: number): Promise<StoredLogin | null>
  putLogin(id: number, login: StoredLogin | null): Promise<void>
}

/** The days of a connection that are in one state. */
export interface DayTotals {
  readonly connectionId: number
  readonly state: DayState
  readonly days: number
  /** When one of them is next due; null for never. */
  readonly nextAtMs: number | null
}

export interface FailedDay extends PulledDay {
  readonly connectionId: number
  readonly failedAtMs: number
}

/** The days of a connection. */
export interface ConnectionDays {
  /** Adds days that are not known yet. */
  add(id: number, days: readonly { readonly day: Day; readonly nextAtMs: number }[]): Promise<void>
  /** The last day that was added; null for none. */
  last(id: number): Promise<Day | null>
  /** By day. */
  list(id: number, span: DaySpan): Promise<PulledDay[]>
  get(id: number, day: Day): Promise<PulledDay | null>
  /** The due days: recent figures matter most, and a day that fails keeps no other waiting. */
  due(id: number, nowMs: number, limit: number): Promise<PulledDay[]>
  /** How many days are in each state. */
  count(id: number): Promise<ReadonlyMap<DayState, number>>
  /** The days of all connections. */
  totals(): Promise<DayTotals[]>
  /** The last day that is done or empty; null for none. */
  lastGood(id: number): Promise<Day | null>
  /** Makes days due that failed. */
  retryFailed(id: number, atMs: number): Promise<void>
  /** Makes days of all connections due that are in a state. @returns how many */
  wake(state: DayState, atMs: number): Promise<number>
  /** Days whose last attempt failed, latest first. @param accountId all accounts when absent */
  failed(limit: number, accountId?: number): Promise<FailedDay[]>
  /** When a day is next due; null for never. */
  nextDueMs(id: number): Promise<number | null>
  put(id: number, day: PulledDay): Promise<void>
  /** Changes when days are asked for that are known. */
  plan(
    id: number,
    days: readonly { readonly day: Day; readonly nextAtMs: number | null }[],
  ): Promise<void>
  /** Makes days that are known due. Their next reports are compared with the figures in any case. @returns how many */
  makeDue(id: number, span: DaySpan, atMs: number): Promise<number>
}

/** The right to work on a connection, which one owner has at a time. */
export interface ConnectionLeases {
  /**
   * A lease of more than a day is of a clock that was ahead, and does not count.
   *
   * @returns false while another owner has it
   */
  acquire(id: number, owner: string, nowMs: number, untilMs: number): Promise<boolean>
  /** @returns false when it ended or was lost meanwhile: whatever was begun under it may be out of date */
  keep(id: number, owner: string, nowMs: number, untilMs: number): Promise<boolean>
  release(id: number, owner: string): Promise<void>
  /** The owner of the lease, and when it ends, which may have been; null when it was released. */
  holder(id: number): Promise<{ readonly owner: string; readonly untilMs: number } | null>
}

/** Spaces requests to networks' accounts. */
export interface NetworkPlaces {
  /**
   * Takes the next place for a request to a network account, with a gap to the request before. A place that is
   * more than 25 hours away is of a clock that was ahead, and does not count.
   *
   * @returns when the request may be sent
   */
  reserve(accountKey: string, nowMs: number, gapMs: number): Promise<number>
  /** Keeps all requests to a network account waiting. */
  pause(accountKey: string, untilMs: number): Promise<void>
}
