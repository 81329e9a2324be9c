/** The progress of an import. */
export interface ImportProgress {
  readonly phase: 'reading' | 'checking' | 'writing'
  /** Rows read so far, if the phase counts them. */
  readonly rows?: number
  /** The completed share of the phase, 0 to 1, if known. */
  readonly fraction?: number
}

export type OnProgress = (progress: ImportProgress) => void
