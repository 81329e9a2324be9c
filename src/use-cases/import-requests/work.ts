import type { FigureLedger } from '../../ledger/figure-ledger.ts'
import type { FairQueue } from '../../limits/fair-queue.ts'
import type { ImportRequestStore } from '../../records/import-request-store.ts'
import type { ImportProgress } from '../../sources/import-progress.ts'

export interface ImportRequestServices {
  readonly store: ImportRequestStore
  readonly ledger: FigureLedger
  /** Contains files while they are received and imported. */
  readonly workDirectory: string
  /** The most bytes of one upload. */
  readonly maxUploadBytes: number
  /** The longest time for one import, and for receiving it. */
  readonly maxMinutes: number
  /** @throws Refusal `disk_full` when the disk has no room for a file of this size */
  readonly refuseFullDisk: (bytes: number) => Promise<void>
  /** Whether other processes may work on requests of the same store. */
  readonly isShared: boolean
  readonly now: () => Date
  readonly warn: (message: string) => void
  readonly stopImports: AbortSignal
}

/** A request that this process works on. */
export interface Work {
  progress: ImportProgress | null
  /** Resolves when it has ended. */
  readonly ended: Promise<void>
}

/** The parts of `ImportRequests` that each of its requests uses. */
export interface RequestHost {
  readonly services: ImportRequestServices
  /** Imports and undos of an account, one after another. */
  readonly turns: FairQueue<number>
  /** Removes what is beyond the bounds of an account. */
  trim(accountId: number): Promise<void>
}
