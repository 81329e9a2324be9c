import { createHash } from 'node:crypto'
import type { ReceivedImport } from './importer.ts'

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

/** Stands for a client's idempotency key in the store. */
export const hashIdempotencyKey = (key: string): string => sha256(key)

/** Differs for requests that differ in a file, its name, an option or the apps they may change. */
export function requestFingerprint(
  { files, request, isDryRun }: ReceivedImport,
  apps: readonly number[] | null,
): string {
  const options = Object.entries(request)
    .filter(([, value]) => value !== undefined && value !== false)
    .sort(([a], [b]) => (a < b ? -1 : 1))
  const contents = files.map(({ name, sha256: hash }) => [name, hash])
  return sha256(
    JSON.stringify([options, contents, apps?.toSorted((a, b) => a - b) ?? null, isDryRun]),
  )
}
