/** An import that was refused; nothing of it was imported. */
export interface FailedImport {
  readonly failedAtMs: number
  /** The account it was meant for; null where that is not known. */
  readonly accountId: number | null
  readonly source: string
  readonly files: readonly string[]
  /** The refusal; or its text, in lines, where an earlier release recorded it. */
  readonly why: { readonly code: string; readonly facts: object } | string
}

/** PORT: remembers refused imports, so that those who wait for the figures can see why. */
export interface FailedImports {
  /** Keeps the latest thousand. */
  record(failed: FailedImport): Promise<void>
  /** Those of an account, the latest first. */
  ofAccount(accountId: number, limit: number): Promise<FailedImport[]>
}
