import { chmod, open, readdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { dayMs } from '../../values/day.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import type { NamedMigration } from './migration.ts'

const keptDays = 30
const ownerOnly = 0o600

/**
 * Copies a file before a migration, for example to `figures.duckdb.before-0009`. The copy replaces an
 * earlier one with that name and is on the disk when this returns. Only the owner can read the file and its copy.
 *
 * @param write writes the copy
 * @returns the copy's path
 * @throws UnusableStoreError when the file cannot be copied
 */
export async function keepCopy(
  path: string,
  { name }: NamedMigration,
  write: (draft: string) => Promise<void>,
): Promise<string> {
  const kept = `${path}.before-${name.slice(0, 4)}`
  const draft = `${kept}.new`
  try {
    await rm(draft, { force: true })
    await write(draft)
    await chmod(draft, ownerOnly)
    await flush(draft)
    await rename(draft, kept)
    await flush(dirname(kept))
    // Releases before 0.2 left files that others can read. A file of another user keeps its mode.
    await chmod(path, ownerOnly).catch(() => undefined)
    return kept
  } catch (cause) {
    const reason = (cause as Error).message
    throw new UnusableStoreError(
      `${path} needs an upgrade, but cannot be copied first: ${reason}. Nothing was changed.`,
      { cause },
    )
  }
}

/** Removes the copies of a file that are older than 30 days. */
export async function removeOldCopies(path: string): Promise<void> {
  const folder = dirname(path)
  for (const name of await readdir(folder)) {
    if (!name.startsWith(`${basename(path)}.before-`)) continue
    const copy = join(folder, name)
    const found = await stat(copy)
    if (found.isFile() && Date.now() - found.mtimeMs > keptDays * dayMs) await rm(copy)
  }
}

async function flush(path: string): Promise<void> {
  const handle = await open(path, 'r')
  await handle.sync().finally(() => handle.close())
}
