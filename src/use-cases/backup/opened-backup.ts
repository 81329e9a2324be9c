import type { Refusal } from '../../values/refusal.ts'
import type { BackupHead } from './manifest.ts'

/** A backup that is ready to be copied. The stores are used meanwhile. */
export interface OpenedBackup {
  readonly head: BackupHead
  /** A tar archive. Its last file is the manifest, so an archive without one is not whole. */
  readonly archive: AsyncIterable<Uint8Array>
  /** Ends the backup, whole or not. */
  readonly close: () => Promise<void>
}

/** Lines of JSON that a server sends before the archive. The archive follows the line with the head. */
export type BackupEvent =
  | { readonly waiting: true }
  | { readonly head: BackupHead }
  | { readonly refused: Pick<Refusal, 'code' | 'facts'> }
  /** The message of an error that the operator can act on. */
  | { readonly unavailable: string }
  | { readonly failed: true }
