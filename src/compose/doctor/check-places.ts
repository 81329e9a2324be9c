import { existsSync, readdirSync, statSync } from 'node:fs'
import { statfs } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import type { DataDirectory } from '../../config/data-directory.ts'
import { formatInstant } from '../../values/instant.ts'
import { megabytes } from '../../values/megabytes.ts'
import { shellWord } from '../../values/shell-word.ts'
import { lastBackupMs } from '../backup/last-backup.ts'
import { restoreFolders } from '../backup/place-data.ts'
import { sizeOnDisk } from '../disk-use.ts'
import { type Finding, finding, ok } from './finding.ts'

const ofOthers = 0o007
const ofGroupAndOthers = 0o077

/** Whether others can read the data, and this user can write it. */
export function checkPermissions({ root, figures, relational, secret }: DataDirectory): Finding[] {
  const found: Finding[] = []
  const directory = statSync(root)
  if (directory.mode & ofOthers) {
    found.push(
      finding(
        'permissions',
        'warning',
        `Everyone on this machine can look into ${root}.`,
        `chmod 700 ${shellWord(root)}`,
      ),
    )
  }
  // A secret elsewhere may be mounted: then it is read-only and often another user's.
  const files = [figures, relational, secret].filter((path) => dirname(path) === root)
  for (const path of files) {
    const file = statSync(path, { throwIfNoEntry: false })
    if (!file) continue
    if (file.mode & ofGroupAndOthers) {
      found.push(
        finding(
          'permissions',
          'warning',
          `Others can read ${path}.`,
          `chmod 600 ${shellWord(path)}`,
        ),
      )
    }
    if (file.uid !== directory.uid) {
      found.push(
        finding(
          'permissions',
          'error',
          `${path} belongs to another user than ${root}.`,
          `chown --reference=${shellWord(root)} ${shellWord(path)}`,
        ),
      )
    }
  }
  const user = process.getuid?.()
  if (user !== undefined && user !== 0 && directory.uid !== user) {
    found.push(
      finding(
        'permissions',
        'note',
        `${root} belongs to another user than the one who runs this command.`,
        'Run it as the user of the server, for example: sudo -u adtally adtally doctor',
      ),
    )
  }
  return found.length > 0 ? found : [ok('permissions', `Only its user can read ${root}.`)]
}

/** Whether imports, backups and upgrades have room. */
export async function checkDisk({
  root,
  figures,
  relational,
  limits,
}: DataDirectory): Promise<Finding> {
  const { bavail, bsize } = await statfs(root)
  const free = bavail * bsize
  if (free < limits.freeSpaceBytes) {
    return finding(
      'disk',
      'error',
      `The disk has ${megabytes(free)} free, and imports leave ${megabytes(limits.freeSpaceBytes)} free, so they are refused.`,
      'Free some space, or set ADTALLY_FREE_SPACE lower',
    )
  }
  const needed =
    (await sizeOnDisk(figures)) + (await sizeOnDisk(relational)) + limits.freeSpaceBytes
  if (free < needed) {
    return finding(
      'disk',
      'warning',
      `The disk has ${megabytes(free)} free. An upgrade that changes tables copies the databases first, and needs ${megabytes(needed)}.`,
      'Free some space before the next upgrade',
    )
  }
  return ok('disk', `The disk has ${megabytes(free)} free.`)
}

const backupAgeMs = 7 * 24 * 3_600_000

/** Whether a backup was made in the last week. */
export async function checkBackup(directory: DataDirectory, now: Date): Promise<Finding> {
  const madeMs = await lastBackupMs(directory)
  const advice = 'Make one every night: adtally backup --keep 30 DIR'
  if (madeMs === null) {
    return finding('backup', 'note', 'No backup was made with adtally backup.', advice)
  }
  const message = `The last backup was made at ${formatInstant(madeMs)}.`
  const isOld = now.getTime() - madeMs > backupAgeMs
  return isOld ? finding('backup', 'warning', message, advice) : ok('backup', message)
}

interface Leftover {
  /** A note when absent. */
  readonly level?: 'warning'
  readonly isLeft: (name: string) => boolean
  readonly message: (path: string) => string
  readonly advice: (path: string) => string
}

const starts = (prefix: string) => (name: string) => name.startsWith(prefix)
const remove = (path: string) => `Delete it: rm -r ${shellWord(path)}`

const kinds: readonly Leftover[] = [
  {
    isLeft: starts(restoreFolders.replaced),
    message: (path) => `${path} is the data from before a restore.`,
    advice: (path) => `Delete it once you do not need it: rm -r ${shellWord(path)}`,
  },
  {
    isLeft: starts(restoreFolders.drafted),
    message: (path) => `${path} is of a restore that was interrupted, or is under way.`,
    advice: (path) => `If none is under way, delete it: rm -r ${shellWord(path)}`,
  },
  {
    isLeft: (name) => /^restore-(checked|moving)-/.test(name),
    level: 'warning',
    message: (path) => `A restore was interrupted while it moved its files: ${path}.`,
    advice: () => 'Run any command, such as adtally accounts list, which completes it',
  },
  {
    isLeft: (name) => /\.before-\d{4}$/.test(name),
    message: (path) => `${path} is a copy from before an upgrade.`,
    advice: () => 'It is removed 30 days after the upgrade. You can delete it before',
  },
  {
    isLeft: (name) => name === 'rejects',
    message: (path) => `${path} has lists of rows that imports left out.`,
    advice: remove,
  },
]

/** Files that nobody needs any more. */
export async function checkLeftovers(
  { root, work, server }: DataDirectory,
  isServed: boolean,
): Promise<Finding[]> {
  const found: Finding[] = []
  for (const name of readdirSync(root)) {
    const kind = kinds.find(({ isLeft }) => isLeft(name))
    const path = join(root, name)
    const bytes = kind ? await sizeOnDisk(path) : 0
    if (!kind || bytes === 0) continue
    const message = `${kind.message(path)} It takes ${megabytes(bytes)}.`
    found.push(finding('leftovers', kind.level ?? 'note', message, kind.advice(path)))
  }
  if (!isServed && existsSync(server)) {
    found.push(
      finding(
        'leftovers',
        'note',
        `${basename(server)} is of a server that does not answer: it was killed, or hangs.`,
        'It is replaced when a server starts. See whether one is running: ps -C node -f',
      ),
    )
  }
  const workBytes = isServed ? 0 : await sizeOnDisk(work)
  if (workBytes > 0) {
    const message = `${work} has ${megabytes(workBytes)} of imports that were interrupted.`
    found.push(finding('leftovers', 'note', message, 'It is emptied when a server starts'))
  }
  return found.length > 0 ? found : [ok('leftovers', 'There are none.')]
}
