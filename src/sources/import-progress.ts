/** The progress of an import, or of a compaction. */
export interface ImportProgress {
  readonly phase: 'waiting' | 'fetching' | 'reading' | 'checking' | 'writing' | 'compacting'
  /** Of reports that are fetched from a network: days so far, and in all. */
  readonly days?: { readonly done: number; readonly of: number }
  /** While another process may still work on a connection: how long this takes at most. */
  readonly waitMs?: number
  /** Rows read so far, if the phase counts them. */
  readonly rows?: number
  /** The completed share of the phase, 0 to 1, if known. */
  readonly fraction?: number
}

export type OnProgress = (progress: ImportProgress) => void
