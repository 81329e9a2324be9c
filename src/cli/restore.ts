import { resolve } from 'node:path'
import type { Command } from 'commander'
import type { RestoredBackup } from '../compose/backup/restore-backup.ts'
import type { DataDirectory } from '../config/data-directory.ts'
import { ConfigError } from '../config/settings.ts'
import { DatabaseInUseError } from '../values/database-in-use-error.ts'
import { askPassphrase, type PassphraseOptions } from './ask-passphrase.ts'
import { findServer } from './connect.ts'
import { dataCommand, directoryOf, type JsonOptions, jsonOption } from './data-command.ts'
import { print, printError, printJson } from './print.ts'
import type { Shell } from './shell.ts'
import { showBytes } from './show-bytes.ts'

interface RestoreFlags extends JsonOptions, PassphraseOptions {
  readonly secretFile?: string
  readonly withoutSecret?: boolean
  readonly replace?: boolean
  readonly dryRun?: boolean
}

/** `adtally restore`: puts a backup into a data directory, once it was checked. */
export function restoreCommand(shell: Shell): Command {
  return dataCommand({
    name: 'restore',
    summary: 'Restore a backup, after checking it.',
    details:
      'Checks that the backup is whole and undamaged, that this release can read it, and that both databases and the secret belong together. Only then is anything changed. Cached answers and cursors from before the restore expire.',
    examples: [
      'restore /srv/backups/2026-03-01 --data-dir /var/lib/adtally',
      'restore adtally.tar --secret-file secret.key --replace',
      'restore /srv/backups/2026-03-01 --dry-run',
      'restore - < adtally.tar',
    ],
  })
    .argument('<from>', 'a folder or an archive of adtally backup; - reads an archive from stdin')
    .option(
      '--secret-file <file>',
      'the secret (default: the one in the backup, or the one in the data directory if it fits)',
    )
    .option(
      '--passphrase-file <file>',
      'its first line is the passphrase of the secret (default: prompts for it, or reads the first line of stdin)',
    )
    .option('--without-secret', 'restore without the secret, and make a new one')
    .option('--replace', 'move the current data to a folder in the data directory')
    .option('--dry-run', 'only check the backup')
    .addOption(jsonOption())
    .action(async (from: string, options: RestoreFlags) => {
      const directory = directoryOf(shell, options)
      await refuseUnrestorable(directory, options)
      const { openBackup } = await import('../compose/backup/receive-backup.ts')
      const { restoreBackup } = await import('../compose/backup/restore-backup.ts')
      const path = from === '-' ? null : resolve(shell.cwd, from)
      // Opening stdin keeps the process alive.
      const source = await openBackup(path, path === null ? asBytes(shell.stdin) : noBytes())
      const display = showBytes(shell, 'read', null)
      const restored = await restoreBackup(directory, {
        source,
        passphrase: (place) => askFor(shell, options, path, place),
        secretFile:
          options.secretFile === undefined ? null : resolve(shell.cwd, options.secretFile),
        withoutSecret: options.withoutSecret === true,
        replaces: options.replace === true,
        dryRun: options.dryRun === true,
        now: () => new Date(),
        warn: (message) => printError(shell, `adtally: warning: ${message}`),
        onBytes: display.add,
      }).finally(display.stop)
      const { lossLine } = await import('../compose/lost-value.ts')
      for (const value of restored.lost) printError(shell, `adtally: warning: ${lossLine(value)}`)
      for (const { account, month } of restored.lostCloses) {
        printError(
          shell,
          `adtally: warning: ${month} of ${account} is not closed in the backup. Close it again: adtally months close ${account} ${month}`,
        )
      }
      printRestored(shell, directory, source.place, restored, options)
    })
}

/** @throws ConfigError when the data is on servers. @throws DatabaseInUseError when a server runs */
async function refuseUnrestorable(
  directory: DataDirectory,
  { dryRun = false }: RestoreFlags,
): Promise<void> {
  const { servers, root } = directory
  if (servers.clickhouse || servers.databaseUrl !== null) {
    throw new ConfigError(
      'the data is on ClickHouse or PostgreSQL, which have their own backups; see "On servers" in docs/backups.md',
    )
  }
  if (!dryRun && (await findServer(directory))) throw new DatabaseInUseError(root)
}

function askFor(
  shell: Shell,
  options: RestoreFlags,
  path: string | null,
  place: string,
): Promise<string> {
  if (path !== null || options.passphraseFile !== undefined) {
    return askPassphrase(shell, options, place)
  }
  throw new ConfigError(
    'the passphrase cannot be asked for while the backup comes from stdin; add --passphrase-file FILE',
  )
}

async function* asBytes(stdin: Shell['stdin']): AsyncGenerator<Uint8Array> {
  for await (const piece of stdin) yield typeof piece === 'string' ? Buffer.from(piece) : piece
}

async function* noBytes(): AsyncGenerator<Uint8Array> {}

function printRestored(
  shell: Shell,
  { root }: DataDirectory,
  place: string,
  { manifest, lost, lostCloses, replaced }: RestoredBackup,
  { json, dryRun = false }: RestoreFlags,
): void {
  const { entry, as_of: asOf, made_at: madeAt, adtally } = manifest
  if (json) {
    printJson(shell, {
      data_dir: root,
      dry_run: dryRun,
      made_at: madeAt,
      adtally,
      entry,
      as_of: asOf,
      replaced,
      lost,
      ...(lostCloses.length > 0 && {
        lost_closes: lostCloses.map(({ account, month }) => ({ account, month })),
      }),
    })
    return
  }
  const state = asOf === null ? 'no imports' : `imports up to ${entry}, of ${asOf}`
  if (dryRun) {
    print(shell, `${place} is whole: made ${madeAt} by Adtally ${adtally}, with ${state}.`)
    print(shell, 'Nothing was changed.')
    return
  }
  print(shell, `Restored to ${root}: made ${madeAt} by Adtally ${adtally}, with ${state}.`)
  if (replaced !== null)
    print(shell, `The earlier data is in ${replaced}; delete it when you like.`)
  print(shell, 'Cursors and cached answers from before have expired.')
  print(shell, 'Start Adtally, then import again the files that came after the backup.')
}
