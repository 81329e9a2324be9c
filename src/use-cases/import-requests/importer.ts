import type { ImportRequestAnswer } from '../../ledger/import-requests.ts'
import type { Account } from '../../publishers/account.ts'
import type { GivenFile } from '../../sources/readers/input-file.ts'
import type { ImportPreview } from '../../staging/import-preview.ts'
import type { ImportSummary } from '../../staging/import-summary.ts'
import type { FiguresRequest } from '../import-figures.ts'
import type { Call } from '../use-case.ts'

/** On whose behalf a request imports. */
export interface Importer {
  readonly account: Account
  /** Keys of the only apps of the account that it may see and change; null for all. */
  readonly apps: readonly number[] | null
  /** Records what it does as the client's. */
  readonly call: Call
}

/** A file that was received. */
export interface ReceivedFile extends GivenFile {
  /** In hexadecimal. */
  readonly sha256: string
  readonly bytes: number
}

/** Everything that a client sent, except the account. */
export interface ReceivedImport {
  /** Whether it only shows what would change. */
  readonly isDryRun: boolean
  readonly files: readonly ReceivedFile[]
  readonly request: Omit<FiguresRequest, 'account' | 'createApps'> & {
    /** Creates unknown apps in the account. */
    readonly createApps?: boolean
  }
}

/** Writes the answers to an import request. */
export interface AnswerWriter {
  readonly imported: (id: string, summary: ImportSummary) => ImportRequestAnswer
  readonly previewed: (id: string, preview: ImportPreview) => ImportRequestAnswer
  /** The answer to what kept it from being imported. Nothing was changed. */
  readonly failed: (error: unknown) => ImportRequestAnswer
}

/** An import under way. */
export interface StartedImport {
  readonly id: string
  /** Resolves in the end, whatever the end is. */
  readonly answer: Promise<ImportRequestAnswer>
  /** Whether it is the answer to an earlier request with the same key. */
  readonly isRepeated: boolean
  /** Gives it up, unless it is already written. */
  readonly cancel: () => void
}
