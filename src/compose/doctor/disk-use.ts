import { lstatSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { DataDirectory } from '../../config/data-directory.ts'
import type { FigureShare } from '../../storage/duckdb/check-figures.ts'

/** What one kind of data takes on the disk. */
export interface DiskUse {
  readonly kind: string
  readonly bytes: number
}

/** The bytes of a file, or of all files in a folder; 0 when there is none. */
export function bytesOf(path: string): number {
  const found = lstatSync(path, { throwIfNoEntry: false })
  if (!found?.isDirectory()) return found?.size ?? 0
  return readdirSync(path).reduce((sum, name) => sum + bytesOf(join(path, name)), 0)
}

const kinds: readonly (readonly [kind: string, pattern: RegExp])[] = [
  ['figures', /^figures\.duckdb$/],
  ['records', /^adtally\.sqlite$/],
  ['logs of both', /^(figures\.duckdb\.wal|adtally\.sqlite-(wal|shm))$/],
  ['copies from before upgrades', /\.before-\d{4}$/],
  ['data from before restores', /^replaced-/],
  ['rejected rows', /^rejects$/],
  ['work of imports and restores', /^(work.*|restore-.*)$/],
]

/**
 * Disk use by kind, without kinds that take nothing.
 *
 * @param shares of the figures' file; what is left of it is free for new figures
 */
export function diskUse({ root }: DataDirectory, shares: readonly FigureShare[]): DiskUse[] {
  const used = new Map<string, number>()
  for (const name of readdirSync(root)) {
    const kind = kinds.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other files'
    used.set(kind, (used.get(kind) ?? 0) + bytesOf(join(root, name)))
  }
  const found = [...used].flatMap(([kind, bytes]) => {
    if (kind !== 'figures' || shares.length === 0) return [{ kind, bytes }]
    const known = shares.map((share) => ({ kind: `figures: ${share.kind}`, bytes: share.bytes }))
    const rest = bytes - known.reduce((sum, share) => sum + share.bytes, 0)
    return [...known, { kind: 'figures: free space in the file', bytes: Math.max(0, rest) }]
  })
  return found.filter(({ bytes }) => bytes > 0)
}
