/** A store cannot be used until the operator acts. The message says how. */
export class UnusableStoreError extends Error {
  override readonly name: string = 'UnusableStoreError'
}
