import { UnusableStoreError } from './unusable-store-error.ts'

/** Another process has the database open. */
export class DatabaseInUseError extends UnusableStoreError {
  override readonly name = 'DatabaseInUseError'

  /** @param path the database file or the data directory */
  constructor(path: string, options?: ErrorOptions) {
    super(`Another process is using ${path}; end it, or wait until it has finished.`, options)
  }
}
