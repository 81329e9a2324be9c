/** An import that was refused. Nothing was imported. */
export interface FailedImport {
  readonly failedAtMs: number
  /** The account that it was for; null when unknown. */
  readonly accountId: number | null
  readonly source: string
  readonly files: readonly string[]
  /** The refusal; its text, in lines, if an earlier release recorded it. */
  readonly why: { readonly code: string; readonly facts: object } | string
}

/** PORT: stores refused imports, so that people who wait for the figures see the reason. */
export interface FailedImports {
  /** Stores a failed import. Only the latest 1,000 are kept, and 100 of an account. */
  record(failed: FailedImport): Promise<void>
  /** The failed imports of an account, latest first. */
  ofAccount(accountId: number, limit: number): Promise<FailedImport[]>
}
