import { UnusableStoreError } from '../../values/unusable-store-error.ts'

/** What a failure of SQLite means: a page that cannot be read is an UnusableStoreError. */
export function failureOfSqlite(path: string, error: Error): Error {
  if (!/database disk image is malformed/.test(error.message)) return error
  return new UnusableStoreError(
    `A part of ${path} is damaged, and questions about it fail. Stop Adtally and restore it from a backup; see docs/backups.md.`,
    { cause: error },
  )
}
