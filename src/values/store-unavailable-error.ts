/** A store cannot be reached or did not answer in time. A later attempt may succeed. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}
