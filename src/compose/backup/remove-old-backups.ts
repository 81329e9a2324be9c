import { readdir, readFile, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { backupFiles, parseBackupManifest } from '../../use-cases/backup/manifest.ts'
import { formatInstant } from '../../values/instant.ts'

const folderName = /^adtally-\d{4}-\d\d-\d\dT\d\d-\d\d-\d\d(\.\d+)?Z$/
const draftName = /^adtally-\d{4}-\d\d-\d\dT.*\.partial-[0-9a-f]{8}$/
const draftAgeMs = 24 * 3_600_000

/** The folder of a backup among others: its name sorts by time. */
export const datedFolder = (nowMs: number): string =>
  `adtally-${formatInstant(nowMs).replaceAll(':', '-')}`

/**
 * Removes the oldest backups of a folder, and drafts of backups that were killed a day ago or earlier. Only whole
 * backups of the same installation count and are removed; everything else stays.
 *
 * @param keep how many of the newest stay, at least 1
 * @returns the names of the removed backups
 */
export async function removeOldBackups(
  parent: string,
  installation: string,
  keep: number,
  nowMs: number,
): Promise<readonly string[]> {
  const names = await readdir(parent)
  for (const name of names.filter((one) => draftName.test(one))) {
    const { mtimeMs } = await stat(join(parent, name))
    if (nowMs - mtimeMs > draftAgeMs) await rm(join(parent, name), { recursive: true })
  }
  const whole: string[] = []
  for (const name of names
    .filter((one) => folderName.test(one))
    .sort()
    .reverse()) {
    if (await isWhole(join(parent, name), installation)) whole.push(name)
  }
  const removed = whole.slice(keep)
  for (const name of removed) await rm(join(parent, name), { recursive: true })
  return removed
}

/** Whether a folder has all files of a backup, with their sizes. */
async function isWhole(folder: string, installation: string): Promise<boolean> {
  const text = await readFile(join(folder, backupFiles.manifest), 'utf8').catch(() => '')
  const manifest = parseBackupManifest(text)
  if (manifest?.installation !== installation) return false
  const sizes = await Promise.all(
    manifest.files.map(({ name }) => stat(join(folder, name)).catch(() => null)),
  )
  return manifest.files.every(({ bytes }, index) => sizes[index]?.size === bytes)
}
