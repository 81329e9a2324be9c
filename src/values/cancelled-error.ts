/** The caller is gone, or the process ends: the work was given up, and nothing was changed. */
export class CancelledError extends Error {
  override readonly name = 'CancelledError'
}
