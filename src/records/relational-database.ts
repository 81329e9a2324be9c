import type { Kysely, Transaction } from 'kysely'
import type { Tables } from './tables/tables.ts'

/** Locks of transactions: on the catalogue of apps, the records of the public network, and users. */
export type LockName = 'catalogue' | 'records' | 'users'

/** The relational store. Reads and writes have separate connections, so readers never wait. */
export interface RelationalDatabase {
  /** Reads committed data. */
  readonly reads: Kysely<Tables>
  /** For anonymous requests: many of them keep nothing else waiting. */
  readonly publicReads: Kysely<Tables>
  /** For single statements. Work that reads before it writes needs {@link withLock}. */
  readonly writes: Kysely<Tables>
  /** Runs a transaction under these locks, which are shared by all processes. */
  readonly withLock: <Result>(
    locks: readonly LockName[],
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ) => Promise<Result>
  /**
   * Runs work under the writer lock: no other process writes figures meanwhile. The work may take
   * minutes. If the lock is lost, statements of the connection fail.
   *
   * @param wait whether to wait for the lock; else the work does not run if another has it
   * @returns null when the work did not run
   */
  readonly withWriterLock: <Result>(
    options: { readonly wait: boolean },
    work: (connection: Kysely<Tables>) => Promise<Result>,
  ) => Promise<Result | null>
  /**
   * Runs a transaction while no other process has the records open, nor opens them. On PostgreSQL, they have to
   * be opened with `replacesSecret`.
   *
   * @throws DatabaseInUseError when another process has them open
   */
  readonly withoutOthers: <Result>(
    work: (transaction: Transaction<Tables>) => Promise<Result>,
  ) => Promise<Result>
  /** How often this process may have written: what it remembers of before is not used. */
  readonly writeCount: () => number
  /** Whether it is PostgreSQL, not SQLite. */
  readonly isServer: boolean
  readonly close: () => Promise<void>
}
