/** A store that should answer cannot be reached, or did not answer in time. It may later. */
export class StoreUnavailableError extends Error {
  override readonly name = 'StoreUnavailableError'
}
