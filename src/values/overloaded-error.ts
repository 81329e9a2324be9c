/** There is more to do than may wait. Nothing was begun; ask again later. */
export class OverloadedError extends Error {
  override readonly name = 'OverloadedError'
  readonly retryAfterSeconds: number

  /** @param message a sentence for the client */
  constructor(message: string, retryAfterSeconds: number) {
    super(message)
    this.retryAfterSeconds = retryAfterSeconds
  }
}
