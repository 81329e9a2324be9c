import type { FigureShare } from '../../storage/duckdb/check-figures.ts'
import type { StoredBytes, StoredKind } from '../disk-use.ts'

/** The disk space of one kind of data. */
export interface ListedUse {
  /** In words. */
  readonly kind: string
  readonly bytes: number
}

const titles: Readonly<Record<StoredKind, string>> = {
  figures: 'figures',
  records: 'records',
  logs: 'logs of both',
  upgrade_copies: 'copies from before upgrades',
  restore_copies: 'data from before restores',
  rejects: 'rejected rows',
  work: 'work of imports and restores',
  other: 'other files',
}

/**
 * Disk use by kind, without kinds that take nothing.
 *
 * @param shares of the figures' file; what is left of it is free for new figures
 */
export function listDiskUse(stored: StoredBytes, shares: readonly FigureShare[]): ListedUse[] {
  const found = Object.entries(titles).flatMap(([kind, title]) => {
    const bytes = stored[kind as StoredKind]
    if (kind !== 'figures' || shares.length === 0) return [{ kind: title, bytes }]
    const known = shares.map((share) => ({ kind: `figures: ${share.kind}`, bytes: share.bytes }))
    const rest = bytes - known.reduce((sum, share) => sum + share.bytes, 0)
    return [...known, { kind: 'figures: free space in the file', bytes: Math.max(0, rest) }]
  })
  return found.filter(({ bytes }) => bytes > 0)
}
