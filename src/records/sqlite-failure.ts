import { UnusableStoreError } from '../values/unusable-store-error.ts'

const advice: readonly (readonly [RegExp, string])[] = [
  [
    /database disk image is malformed/,
    'is damaged, and questions about it fail. Stop Adtally and restore it from a backup; see docs/backups.md.',
  ],
  [
    /disk I\/O error/,
    'cannot be read or written. Check the disk and its file system, and start Adtally again.',
  ],
]

/** The meaning of a failure of SQLite: one that only the operator can repair is an UnusableStoreError. */
export function failureOfSqlite(path: string, error: Error): Error {
  const found = advice.find(([message]) => message.test(error.message))
  return found ? new UnusableStoreError(`A part of ${path} ${found[1]}`, { cause: error }) : error
}
