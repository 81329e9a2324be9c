import { existsSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Command } from 'commander'
import type { DataDirectory } from '../config/data-directory.ts'
import { ConfigError, readWholeNumber } from '../config/settings.ts'
import type { OpenedBackup } from '../use-cases/backup/opened-backup.ts'
import { counted } from '../wording/phrases.ts'
import { askNewPassphrase, type PassphraseOptions } from './ask-passphrase.ts'
import { withOwner } from './connect.ts'
import { copyBackup, type OpenedSecret } from './copy-backup.ts'
import { dataCommand, directoryOf, type JsonOptions, jsonOption } from './data-command.ts'
import { print } from './print.ts'
import { remoteBackup } from './remote-backup.ts'
import type { Shell } from './shell.ts'

interface BackupOptions extends JsonOptions, PassphraseOptions {
  readonly withSecret?: boolean
  readonly secretTo?: string
  readonly keep?: string
}

/** `adtally backup`: a copy of all data, while the server runs. */
export function backupCommand(shell: Shell): Command {
  return dataCommand({
    name: 'backup',
    summary: 'Copy all data to a folder or an archive, also while the server runs.',
    details:
      'The copy is consistent: it contains each import and undo completely or not at all. It does not contain the secret, without which API keys cannot be shown and networks cannot be reached: keep a copy of secret.key apart, or add --with-secret. Restore it with: adtally restore DIR',
    examples: [
      'backup /srv/backups/2026-03-01',
      'backup --keep 30 /srv/backups',
      'backup --with-secret --passphrase-file /etc/adtally/passphrase /srv/backups/2026-03-01',
      "backup - | ssh backup.example.com 'cat > adtally.tar'",
    ],
  })
    .argument(
      '<dir>',
      'the folder, which must not exist or be empty; - writes a tar archive to stdout',
    )
    .option(
      '--keep <n>',
      'write the backup to a new folder in <dir>, and delete the oldest backups there except n, 1 to 10000',
    )
    .option('--with-secret', 'put the secret into the backup, encrypted with a passphrase')
    .option(
      '--passphrase-file <file>',
      'its first line is the passphrase (default: prompts for it, or reads the first line of stdin)',
    )
    .option('--secret-to <file>', 'also copy the secret, unencrypted, to a separate file')
    .addOption(jsonOption())
    .action(async (target: string, options: BackupOptions) => {
      const directory = directoryOf(shell, options)
      const keep = readKeep(target, options)
      const given = target === '-' ? null : resolve(shell.cwd, target)
      const compose = await import('../compose/backup/remove-old-backups.ts')
      const folder = given && keep ? join(given, compose.datedFolder(Date.now())) : given
      refuseTerminal(shell, folder)
      await refuseEarly(shell, directory, folder, options)
      const passphrase = options.withSecret ? await askNewPassphrase(shell, options) : null
      const secret = await openSecret(directory, options, passphrase)
      const stop = shell.stopSignal()
      const work = async (backup: OpenedBackup) => {
        try {
          const { json, secretTo } = options
          await copyBackup(shell, { backup, folder, secret, stop, json, secretTo })
          const nowMs = Date.now()
          const { noteBackup } = await import('../compose/backup/last-backup.ts')
          await noteBackup(directory, nowMs)
          if (!given || !keep) return
          const { installation } = backup.head
          const removed = await compose.removeOldBackups(given, installation, keep, nowMs)
          const number = counted(removed.length, 'older backup')
          if (removed.length > 0 && !json) print(shell, `Deleted ${number}: ${removed.join(', ')}.`)
        } finally {
          await backup.close()
        }
      }
      const actor = { kind: 'command', address: null } as const
      await withOwner(shell, directory, {
        through: async (server) => work(await remoteBackup(server, secret.sealed, stop)),
        alone: async ({ backUpAs }) => work(await backUpAs(actor)(secret.sealed)),
      }).catch((error) => {
        throw stop.aborted
          ? new ConfigError('stopped; no backup was made', { cause: error })
          : error
      })
    })
}

/** @returns how many backups stay; null when the target is the backup itself */
function readKeep(target: string, { keep }: BackupOptions): number | null {
  if (keep === undefined) return null
  if (target === '-') throw new ConfigError('--keep needs a folder; an archive goes to stdout')
  return readWholeNumber('--keep', keep, 1, 10_000)
}

function refuseTerminal({ stdout }: Shell, folder: string | null): void {
  if (folder !== null || !stdout.isTTY) return
  throw new ConfigError('an archive cannot be printed; write it to a file: adtally backup - > FILE')
}

/** Refuses early what would be found out only after the stores were opened, or the passphrase was typed. */
async function refuseEarly(
  { cwd }: Shell,
  { servers }: DataDirectory,
  folder: string | null,
  { secretTo }: BackupOptions,
): Promise<void> {
  if (servers.clickhouse || servers.databaseUrl !== null) {
    throw new ConfigError(
      'the data is on ClickHouse or PostgreSQL, which have their own backups; see "On servers" in docs/backups.md',
    )
  }
  if (secretTo !== undefined && existsSync(resolve(cwd, secretTo))) {
    throw new ConfigError(`--secret-to: ${secretTo} exists already; choose another file`)
  }
  // The backup is moved into place, and the shell would be left in a folder that is gone.
  if (folder === cwd) {
    throw new ConfigError('<dir>: this is the current folder; choose a new one')
  }
  const { refuseUsed } = await import('../compose/backup/write-backup.ts')
  if (folder !== null) await refuseUsed(folder)
}

async function openSecret(
  directory: DataDirectory,
  { secretTo }: BackupOptions,
  passphrase: string | null,
): Promise<OpenedSecret> {
  const { secret: path } = directory
  if (passphrase === null && secretTo === undefined) return { sealed: null, bytes: null, path }
  const { sealSecret, secretToBackUp } = await import('../compose/backup/backup-secret.ts')
  const bytes = secretToBackUp(directory)
  const sealed = passphrase === null ? null : await sealSecret(bytes, passphrase)
  return { sealed, bytes, path }
}
