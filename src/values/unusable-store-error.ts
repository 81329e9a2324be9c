/** A store cannot be used as it is until somebody does something about it, which the message says. */
export class UnusableStoreError extends Error {
  override readonly name: string = 'UnusableStoreError'
}
