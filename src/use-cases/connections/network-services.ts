import type { ConnectionStore } from '../../connections/connection-store.ts'
import type { Consents } from '../../connections/consent.ts'
import type { CredentialVault } from '../../connections/credential-vault.ts'
import type { GatherServices } from '../../connections/gather.ts'
import type { Day, DaySpan } from '../../values/day.ts'

/** What connections work with. */
export interface NetworkServices extends GatherServices {
  readonly store: ConnectionStore
  readonly vault: CredentialVault
  readonly consents: Consents
  /** This process, in leases. */
  readonly owner: string
}

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
