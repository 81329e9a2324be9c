/** How far an import has come. */
export interface ImportProgress {
  readonly phase: 'reading' | 'checking' | 'writing'
  /** Rows read so far, where the phase counts them. */
  readonly rows?: number
  /** The part of the phase that is over, 0 to 1, where it is known. */
  readonly fraction?: number
}

export type OnProgress = (progress: ImportProgress) => void
