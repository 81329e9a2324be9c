/**
 * - `receiving`: its file is being received
 * - `running`: it is imported, or waits for its turn
 * - `done`: it was imported
 * - `refused`: it was not accepted, and nothing was imported
 * - `failed`: the server could not do it, and nothing was imported
 */
export type ImportRequestState = 'receiving' | 'running' | 'done' | 'refused' | 'failed'

/** How a request ends. */
export type ImportRequestEnd = Extract<ImportRequestState, 'done' | 'refused' | 'failed'>

/** The answer to a finished request: a status and a body of JSON. */
export interface ImportRequestAnswer {
  readonly status: number
  readonly body: string
}

/** A request over HTTP to import a file. */
export interface ImportRequest {
  /** Random text that is not a number. */
  readonly id: string
  readonly accountId: number
  /** Keys of the only apps that it may change; null for all. */
  readonly apps: readonly number[] | null
  /** Whether it only shows what an import would change. */
  readonly isDryRun: boolean
  readonly state: ImportRequestState
  /** The process that works on it. */
  readonly owner: string
  /** When the owner last said that it works on it. */
  readonly aliveAtMs: number
  readonly createdAtMs: number
  readonly endedAtMs: number | null
  /** Stands for its options and files; null until all were received. */
  readonly fingerprint: string | null
  readonly files: readonly string[]
  readonly byteCount: number
  /** How far it is; null before it runs. */
  readonly progress: object | null
  /** The ledger entry that answers it; null until it is imported. */
  readonly entry: number | null
  /** Of a running request: the answer once its entry is committed. */
  readonly answer: ImportRequestAnswer | null
}

export type NewImportRequest = Pick<
  ImportRequest,
  'id' | 'accountId' | 'apps' | 'owner' | 'createdAtMs'
> & {
  /** Stands for the client's idempotency key; null without one. */
  readonly keyHash: string | null
}

/** How many ended requests of an account are remembered. */
export interface KeptRequests {
  readonly requests: number
  /** Of their answers, in characters. */
  readonly characters: number
}
