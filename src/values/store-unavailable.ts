/** A store does not answer. Nothing is wrong with what was asked; in a moment it may be answered. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'

  /** @param store what does not answer: `ClickHouse`, `PostgreSQL` */
  constructor(store: string, cause: unknown) {
    const reason = cause instanceof Error && cause.message ? cause.message : String(cause)
    super(`${store} does not answer: ${reason}`, { cause })
  }
}
