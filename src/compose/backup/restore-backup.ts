import { existsSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type DataDirectory, dataDirectory } from '../../config/data-directory.ts'
import { noServers } from '../../config/servers.ts'
import type { SealedValue } from '../../records/sealed-values.ts'
import {
  type ClosedMonth,
  closesMissing,
  readClosedMonths,
} from '../../records/settlement/closed-months.ts'
import { lockDirectory } from '../../storage/files/lock-directory.ts'
import { openPrivateDirectory } from '../../storage/files/private-directory.ts'
import { readSecret, textOfSecret } from '../../storage/files/secret-file.ts'
import { type BackupManifest, backupFiles } from '../../use-cases/backup/manifest.ts'
import { formatInstant } from '../../values/instant.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { refuseInUse } from '../refuse-in-use.ts'
import { findSecretOf, type SecretSources } from './backup-secret.ts'
import { checkRestored } from './check-restored.ts'
import { finishRestore, placeData, restoreFolders } from './place-data.ts'
import { type BackupSource, receiveBackup } from './receive-backup.ts'
import { replaceLostSecret } from './replace-lost-secret.ts'

export interface RestoreOptions extends Pick<SecretSources, 'passphrase'> {
  readonly source: BackupSource
  /** A file with the secret; null for none. */
  readonly secretFile: string | null
  /** Whether to restore without the secret, and lose what it encrypts. */
  readonly withoutSecret: boolean
  /** Whether earlier data is moved aside. */
  readonly replaces: boolean
  /** Only checks the backup. */
  readonly dryRun: boolean
  readonly now: () => Date
  readonly warn: (message: string) => void
  readonly onBytes: (bytes: number) => void
}

export interface RestoredBackup {
  readonly manifest: BackupManifest
  /** The values that can no longer be decrypted. */
  readonly lost: readonly SealedValue[]
  /** Months that are closed in the present data, and not in the backup. */
  readonly lostCloses: readonly ClosedMonth[]
  /** The folder with the earlier data; null when there was none. */
  readonly replaced: string | null
}

/**
 * Restores a backup into a data directory, once it was checked there: its files are whole, no newer
 * release's and undamaged, belong together, and open with the secret. A crash leaves the directory as it
 * was, or the next start completes the restore.
 *
 * @throws UnusableStoreError when something of this does not hold; the directory is as it was
 */
export async function restoreBackup(
  directory: DataDirectory,
  options: RestoreOptions,
): Promise<RestoredBackup> {
  const { source, dryRun, replaces, now } = options
  const { root } = directory
  const isNew = !existsSync(root)
  openPrivateDirectory(root)
  const refuse = () => (dryRun || replaces ? undefined : refuseData(directory))
  const lock = join(root, '.restore.lock')
  const unlock = lockDirectory(lock)
  let draft: string | null = null
  try {
    if (!dryRun) await refuseInUse(directory)
    if (!dryRun) finishRestore(root)
    refuse()
    removeDrafts(root)
    draft = await mkdtemp(join(root, restoreFolders.drafted))
    const manifest = await receiveBackup(source, draft, options.onBytes)
    const staged = stagedDirectory(directory, draft)
    const lost = await stageSecret(directory, staged, manifest, options)
    await checkRestored(staged, source.place, manifest, options)
    const restored = readClosedMonths(staged.relational)
    const lostCloses = closesMissing(readClosedMonths(directory.relational), restored)
    if (dryRun) return { manifest, lost, lostCloses, replaced: null }
    // Adtally may have been started meanwhile.
    await refuseInUse(directory)
    refuse()
    await placeSecret(directory, staged)
    const stamp = formatInstant(now().getTime()).replaceAll(':', '')
    return { manifest, lost, lostCloses, replaced: placeData(root, draft, stamp) }
  } finally {
    if (draft !== null) await rm(draft, { recursive: true, force: true })
    unlock()
    await rm(lock, { force: true })
    if (isNew && readdirSync(root).length === 0) await rm(root, { recursive: true })
  }
}

/** Put there before a restore, or by the system. */
const harmless = /^(secret\.key|lost\+found|\..*)$/

function refuseData({ root, secret }: DataDirectory): void {
  const isRestore = (name: string) =>
    Object.values(restoreFolders).some((prefix) => name.startsWith(prefix))
  const isData = (name: string) =>
    !harmless.test(name) && !isRestore(name) && join(root, name) !== secret
  const names = readdirSync(root).filter(isData)
  if (names.length === 0) return
  throw new UnusableStoreError(
    `${root} is not empty (${names.slice(0, 3).join(', ')}${names.length > 3 ? ', …' : ''}). Choose an empty directory with --data-dir, or add --replace: the present data is then moved to a folder in it.`,
  )
}

/** Removes the files of restores that were killed before they had checked them. */
function removeDrafts(root: string): void {
  for (const name of readdirSync(root)) {
    if (name.startsWith(restoreFolders.drafted)) rmSync(join(root, name), { recursive: true })
  }
}

const stagedDirectory = (
  { limits, importLimits, networkCalls }: DataDirectory,
  draft: string,
): DataDirectory => dataDirectory(draft, noServers, null, limits, importLimits, networkCalls)

/**
 * Puts the secret next to the staged files.
 *
 * @returns what a new secret does not open
 */
async function stageSecret(
  directory: DataDirectory,
  staged: DataDirectory,
  manifest: BackupManifest,
  { secretFile, withoutSecret, passphrase, source }: RestoreOptions,
): Promise<readonly SealedValue[]> {
  const sources = {
    given: secretFile,
    passphrase,
    present: directory.secret,
    inBackup: join(staged.root, backupFiles.secret),
  }
  const secret = withoutSecret ? null : await findSecretOf(manifest, sources)
  if (!secret) return replaceLostSecret(staged, source.place, { isAccepted: withoutSecret })
  writeFileSync(staged.secret, textOfSecret(secret), { mode: 0o600, flush: true })
  return []
}

/** Writes the secret to the file that the environment names, if that is not the data directory's `secret.key`. */
async function placeSecret(
  { root, secret: path }: DataDirectory,
  staged: DataDirectory,
): Promise<void> {
  if (path === dataDirectory(root).secret) return
  const secret = readSecret(staged.secret)!
  await rm(staged.secret)
  if (!existsSync(path)) {
    await mkdir(dirname(path), { recursive: true, mode: 0o700 })
    writeFileSync(path, textOfSecret(secret), { mode: 0o600, flush: true })
  } else if (!Buffer.from(readSecret(path)!).equals(secret)) {
    throw new UnusableStoreError(
      `${path} has another secret than the backup. Move it away, or correct ADTALLY_SECRET_FILE, then restore again.`,
    )
  }
}
