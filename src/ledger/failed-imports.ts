/** An import that was refused; nothing of it was kept. */
export interface FailedImport {
  readonly failedAtMs: number
  /** The account it was meant for; null where that is not known. */
  readonly accountId: number | null
  readonly source: string
  readonly files: readonly string[]
  /** Why, in lines: the refusal, then the first bad cells. */
  readonly message: string
}

/** PORT: remembers imports that were refused, so that those who wait for the figures can see why. */
export interface FailedImports {
  /** Keeps the latest thousand. */
  record(failed: FailedImport): Promise<void>
  /** Those of an account, the latest first. */
  ofAccount(accountId: number, limit: number): Promise<FailedImport[]>
}
