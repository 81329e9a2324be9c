import { lstat, readdir, statfs } from 'node:fs/promises'
import { join } from 'node:path'

const kinds = [
  ['figures', /^figures\.duckdb$/],
  ['records', /^adtally\.sqlite$/],
  ['logs', /^(figures\.duckdb\.wal|adtally\.sqlite-(wal|shm))$/],
  ['upgrade_copies', /\.before-\d{4}$/],
  ['restore_copies', /^replaced-/],
  ['rejects', /^rejects$/],
  ['work', /^(work.*|restore-.*)$/],
] as const

/**
 * - `figures`, `records`, `logs`: the stores, and the logs of both
 * - `upgrade_copies`, `restore_copies`: the stores as they were before upgrades and restores
 * - `rejects`: reject files of imports
 * - `work`: files of imports, answers and restores under way, and what the engine does not keep in memory
 */
export type StoredKind = (typeof kinds)[number][0] | 'other'

/** By kind, in bytes; 0 for what does not exist, as with stores on servers. */
export type StoredBytes = Readonly<Record<StoredKind, number>>

/** An installation's use of its disk, in bytes. */
export interface DiskUse {
  readonly freeBytes: number
  readonly sizeBytes: number
  readonly stored: StoredBytes
}

/** The disk that a data directory uses. Its files may change meanwhile. */
export async function diskUse({ root }: { readonly root: string }): Promise<DiskUse> {
  const { bavail, blocks, bsize } = await statfs(root)
  const stored: Record<string, number> = { other: 0 }
  for (const [kind] of kinds) stored[kind] = 0
  for (const name of await readdir(root)) {
    const kind = kinds.find(([, pattern]) => pattern.test(name))?.[0] ?? 'other'
    stored[kind]! += await sizeOnDisk(join(root, name))
  }
  const [freeBytes, sizeBytes] = [bavail * bsize, blocks * bsize]
  return { freeBytes, sizeBytes, stored: stored as StoredBytes }
}

/** The bytes of a file, or of all files in a folder; 0 when there is none. */
export async function sizeOnDisk(path: string): Promise<number> {
  const found = await lstat(path).catch(() => null)
  if (!found?.isDirectory()) return found?.size ?? 0
  const names = await readdir(path).catch(() => [])
  const sizes = await Promise.all(names.map((name) => sizeOnDisk(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
