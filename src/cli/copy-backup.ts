import { resolve } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { BackupHead } from '../use-cases/backup/manifest.ts'
import type { OpenedBackup } from '../use-cases/backup/opened-backup.ts'
import { megabytes } from '../values/megabytes.ts'
import { print, printError, printJson } from './print.ts'
import type { Shell } from './shell.ts'
import { type BytesDisplay, showBytes } from './show-bytes.ts'

/** The secret, as far as a backup needs it. */
export interface OpenedSecret {
  readonly sealed: string | null
  /** The secret, if it is in the backup or copied apart. */
  readonly bytes: Uint8Array | null
  readonly path: string
}

/** A backup to be copied, and its destination. */
export interface Copying {
  readonly json?: boolean
  readonly secretTo?: string
  readonly backup: OpenedBackup
  /** Null for stdout. */
  readonly folder: string | null
  readonly secret: OpenedSecret
  readonly stop: AbortSignal
}

/** Copies a backup to a folder or to stdout, and says what it contains. */
export async function copyBackup(
  shell: Shell,
  { backup, folder, secret, secretTo, stop, json }: Copying,
): Promise<void> {
  const { head } = backup
  const compose = await import('../compose/backup/backup-secret.ts')
  if (secret.bytes) compose.refuseOtherSecret(secret.path, secret.bytes, head)
  const display = showBytes(shell, 'copied', head.bytes)
  try {
    await (folder === null
      ? copyToStdout(shell, backup, stop, display)
      : copyToFolder(folder, backup, stop, display))
  } finally {
    display.stop()
  }
  if (secret.bytes && secretTo !== undefined) {
    compose.writeSecretApart(resolve(shell.cwd, secretTo), secret.bytes)
  }
  if (json && folder !== null) return printJson(shell, { folder, ...head })
  const say = (line: string) => (folder === null ? printError : print)(shell, line)
  say(`${folder ?? 'The archive'} has ${describe(head)}, ${megabytes(head.bytes)}.`)
  say(describeSecret(secret, secretTo))
}

const describe = ({ entry, as_of: asOf }: BackupHead): string =>
  asOf === null
    ? 'all data; there are no imports yet'
    : `all data up to import ${entry}, of ${asOf}`

function describeSecret({ sealed, path }: OpenedSecret, secretTo: string | undefined): string {
  if (sealed !== null) return 'The secret is in it, encrypted. Keep the passphrase elsewhere.'
  if (secretTo !== undefined) return `The secret is in ${secretTo}. Store it apart from the backup.`
  return `The secret is not in it. Restoring needs a copy of ${path}: store one apart from the backup.`
}

async function copyToFolder(
  folder: string,
  { head, archive }: OpenedBackup,
  stop: AbortSignal,
  display: BytesDisplay,
): Promise<void> {
  const { writeBackup } = await import('../compose/backup/write-backup.ts')
  await writeBackup(folder, { head, archive: untilStopped(archive, stop) }, display.add)
}

async function copyToStdout(
  { stdout }: Shell,
  { archive }: OpenedBackup,
  stop: AbortSignal,
  display: BytesDisplay,
): Promise<void> {
  async function* counted() {
    for await (const piece of untilStopped(archive, stop)) {
      display.add(piece.length)
      yield piece
    }
  }
  await pipeline(Readable.from(counted(), { objectMode: false }), stdout, { end: false })
}

async function* untilStopped(
  archive: AsyncIterable<Uint8Array>,
  stop: AbortSignal,
): AsyncGenerator<Uint8Array> {
  for await (const piece of archive) {
    stop.throwIfAborted()
    yield piece
  }
}
