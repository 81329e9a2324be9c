import { randomUUID } from 'node:crypto'
import { chown, readFile, rename, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { formatInstant, parseInstant } from '../../values/instant.ts'

/** The note of the last backup in a data directory. */
export const lastBackupFile = 'last-backup.json'

interface Place {
  /** The data directory. */
  readonly root: string
}

/** Notes that a backup was completed. */
export async function noteBackup({ root }: Place, madeAtMs: number): Promise<void> {
  const path = join(root, lastBackupFile)
  const draft = `${path}.${randomUUID()}`
  await writeFile(draft, JSON.stringify({ made_at: formatInstant(madeAtMs) }), { mode: 0o600 })
  // The server reads it, also where root makes the backups.
  const { uid, gid } = await stat(root)
  if (process.getuid?.() === 0) await chown(draft, uid, gid)
  await rename(draft, path)
}

/** @returns when the last backup was completed, in milliseconds since 1970; null when none is noted */
export async function lastBackupMs({ root }: Place): Promise<number | null> {
  try {
    const { made_at } = JSON.parse(await readFile(join(root, lastBackupFile), 'utf8'))
    return typeof made_at === 'string' ? parseInstant(made_at) : null
  } catch {
    return null
  }
}
