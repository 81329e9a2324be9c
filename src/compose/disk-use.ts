import { readdir, stat, statfs } from 'node:fs/promises'
import { join } from 'node:path'
import type { DataDirectory } from '../config/data-directory.ts'

/** What an installation takes of its disk, in bytes. */
export interface DiskUse {
  readonly freeBytes: number
  readonly sizeBytes: number
  /** By kind; 0 for what does not exist, as with stores on servers. */
  readonly stored: Readonly<Record<StoredKind, number>>
}

/**
 * - `figures`, `records`: the stores, each with its log
 * - `work`: files of imports and answers under way, and what the engine does not keep in memory
 * - `rejects`: reject files of imports
 * - `upgrade_copies`: copies of the stores from before upgrades
 */
export type StoredKind = 'figures' | 'records' | 'work' | 'rejects' | 'upgrade_copies'

/** The disk that a data directory uses. Its files may change meanwhile. */
export async function diskUse(directory: DataDirectory): Promise<DiskUse> {
  const { root, figures, relational, work, rejects } = directory
  const { bavail, blocks, bsize } = await statfs(root)
  const names = await readdir(root)
  const copies = names.filter((name) => name.includes('.before-'))
  const bytesOf = async (paths: readonly string[]) => {
    const sizes = await Promise.all(paths.map(sizeOf))
    return sizes.reduce((sum, size) => sum + size, 0)
  }
  return {
    freeBytes: bavail * bsize,
    sizeBytes: blocks * bsize,
    stored: {
      figures: await bytesOf([figures, `${figures}.wal`]),
      records: await bytesOf([relational, `${relational}-wal`, `${relational}-shm`]),
      work: await bytesOf([work]),
      rejects: await bytesOf([rejects]),
      upgrade_copies: await bytesOf(copies.map((name) => join(root, name))),
    },
  }
}

/** The bytes of a file, or of the files in a folder; 0 when there is none. */
async function sizeOf(path: string): Promise<number> {
  const found = await stat(path).catch(() => null)
  if (!found?.isDirectory()) return found?.size ?? 0
  const names = await readdir(path).catch(() => [])
  const sizes = await Promise.all(names.map((name) => sizeOf(join(path, name))))
  return sizes.reduce((sum, size) => sum + size, 0)
}
