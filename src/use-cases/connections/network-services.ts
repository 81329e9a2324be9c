import type { DayState } from '../../connections/connection.ts'
import type { Consents } from '../../connections/consent.ts'
import type { GatherServices } from '../../connections/gather.ts'
import type { ConnectionStore } from '../../records/connection-store.ts'
import type { Vault } from '../../sealing/vault.ts'
import type { FaultKind } from '../../sources/connector.ts'
import type { Day, DaySpan } from '../../values/day.ts'

/** The stores and services that connections work with. */
export interface NetworkServices extends GatherServices {
  readonly store: ConnectionStore
  readonly vault: Vault
  readonly consents: Consents
  /** This process, in leases. */
  readonly owner: string
  /** Whether the owner of a lease is a process that has ended. False where nobody knows. */
  readonly hasEnded: (owner: string) => boolean
  /** Is called with the outcome of each attempt to pull a day. */
  readonly notePull: (connector: string, outcome: PullOutcome) => void
  readonly log: PullLog
  /** Whether the European Central Bank may be asked for rates without a command. */
  readonly fetchesRates: boolean
}

/** Receives what operators should see of pulls. Its facts have no secrets. */
export interface PullLog {
  readonly warn: (facts: object, message: string) => void
}

/** The state of the day after a report arrived, the network's fault, or why Adtally did not store it. */
export type PullOutcome = DayState | FaultKind | 'refused' | 'error'

/** How far a connection is. */
export interface PullProgress {
  readonly day: Day
  readonly done: number
  readonly of: number
}

export interface PullOptions {
  /** The only days; all when absent. */
  readonly span?: DaySpan
  readonly onProgress?: (progress: PullProgress) => void
}

/** Pulls days of connections. */
export interface DayPuller {
  /** Pulls what is due of all active connections. */
  pullDue(signal: AbortSignal): Promise<void>
  /**
   * Pulls the due days of a connection, newest first.
   *
   * @returns false when another process works on it, or it is not active
   */
  pull(id: number, signal: AbortSignal, options?: PullOptions): Promise<boolean>
  /** Adds days of a connection that it does not know yet, also before its first day. */
  addDays(id: number, span: DaySpan): Promise<void>
}
