import type { Generated } from 'kysely'
import type { ImportRequestState } from '../../ledger/import-requests.ts'
import type { Day } from '../../values/day.ts'

/** Imports over HTTP, for a while. */
export interface ImportRequestsTable {
  id: string
  accountId: number
  /** SHA-256 of the client's idempotency key, in hexadecimal; null without one. */
  keyHash: string | null
  /** A JSON list of the keys of the only apps that it may change; null for all. */
  apps: string | null
  /** 1 for a request that changes nothing. */
  dryRun: number
  state: ImportRequestState
  /** The process that works on it, and when it last said so. */
  owner: string
  aliveAtMs: number
  createdAtMs: number
  endedAtMs: number | null
  /** SHA-256 of its options and files, in hexadecimal; null until all were received. */
  fingerprint: string | null
  /** A JSON list of names. */
  files: string
  byteCount: number
  /** The progress as JSON. */
  progress: string | null
  /** The ledger entry that answers it. */
  entry: number | null
  /** The answer's HTTP status and body; of a running request, what they will be. */
  status: number | null
  answer: string | null
}

/** Failed imports. */
export interface FailedImportsTable {
  id: Generated<number>
  failedAtMs: number
  /** The account that the import was for; null when unknown. */
  accountId: number | null
  source: string
  /** A JSON list of names. */
  files: string
  /** The options that it was given, as JSON; null in rows of earlier releases. */
  settings: string | null
  /** The refusal's text in rows without `refusal`, else empty. */
  message: string
  /** Code and facts in JSON; null in rows of release 0.1. */
  refusal: string | null
}

/** The networks that people named for names in reports of a source. */
export interface NetworkAnswersTable {
  accountId: number
  source: string
  /** The name without case, spaces and punctuation. */
  nameKey: string
  name: string
  network: string
}

/** Rows of reports that are not in the figures until a person names their network. */
export interface SetAsideRowsTable {
  accountId: number
  source: string
  nameKey: string
  day: Day
  /** The app's id in the report; '' when it has none. */
  app: string
  currency: string
  /** 0 for files. */
  connectionId: number
  name: string
  /** The ledger entry of files. */
  entry: number | null
  /** A JSON list of names. */
  files: string
  rowCount: number
  impressions: number
  /** A decimal in major units. */
  revenue: string
}

/** Imports over HTTP, those that failed, and what imports left out. */
export interface ImportTables {
  importRequests: ImportRequestsTable
  failedImports: FailedImportsTable
  networkAnswers: NetworkAnswersTable
  setAsideRows: SetAsideRowsTable
}
