/** A file of statement lines that was imported. */
export interface StatementImport {
  readonly id: number
  /** The format of the file, see `StatementFile`. */
  readonly source: string
  readonly fileName: string
  /** SHA-256 in hexadecimal digits. */
  readonly fileHash: string
  /** How many lines of the file were not stored. */
  readonly skipped: number
  readonly importedAtMs: number
  /** The name of the actor; null for a command. */
  readonly importedBy: string | null
  /** Null while it counts. */
  readonly undoneAtMs: number | null
}
