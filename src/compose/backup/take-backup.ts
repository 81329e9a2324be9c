import { randomUUID } from 'node:crypto'
import { mkdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import packageJson from '../../../package.json' with { type: 'json' }
import type { DataDirectory } from '../../config/data-directory.ts'
import { PinnedSqlite } from '../../records/pinned-sqlite.ts'
import type { DuckdbDatabase } from '../../storage/duckdb/database.ts'
import type { FrozenFile } from '../../storage/duckdb/frozen-file.ts'
import { duckdbMigrations } from '../../storage/duckdb/migrations/all-migrations.ts'
import type { BackupManifest } from '../../use-cases/backup/manifest.ts'
import type { OpenedBackup } from '../../use-cases/backup/opened-backup.ts'
import { refuse } from '../../use-cases/refusals.ts'
import { formatInstant } from '../../values/instant.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { hasRoom } from '../guard-disk.ts'
import { packBackup } from './pack-backup.ts'

/**
 * Begins a backup of the state that both stores have now.
 *
 * @param sealedSecret the file of the encrypted secret; null to leave it out
 * @throws Refusal `backup_under_way`
 */
export type BackUp = (sealedSecret: string | null) => Promise<OpenedBackup>

/** The stores are paired again within milliseconds, by changes of records. */
const attempts = 20
const attemptIntervalMs = 50

/** How long a backup waits for another one, which may be ending because its reader has just gone. */
const endingMs = 2_000

/** Backs up the files of a data directory that this process has open. */
export function backUpFiles(
  directory: DataDirectory,
  database: DuckdbDatabase,
  now: () => Date,
): BackUp {
  let underWay: PromiseWithResolvers<void> | null = null
  return async (sealedSecret) => {
    if (underWay) await Promise.race([underWay.promise, delay(endingMs)])
    if (underWay) throw refuse('backup_under_way', {})
    const thisOne = Promise.withResolvers<void>()
    underWay = thisOne
    const folder = join(directory.work, `backup-${randomUUID()}`)
    let isOpen = true
    const close = async () => {
      if (!isOpen) return
      isOpen = false
      try {
        await database.thaw()
        await rm(folder, { recursive: true, force: true })
      } finally {
        underWay = null
        thisOne.resolve()
      }
    }
    try {
      const recordsCopy = join(folder, 'records')
      const { frozen, ...state } = await copyState(directory, database, recordsCopy)
      const records = { path: recordsCopy, bytes: (await stat(recordsCopy)).size }
      const versions = { figures: duckdbMigrations.at(-1)!.name, records: state.version }
      const described: Omit<BackupManifest, 'files'> = {
        format: 1,
        adtally: packageJson.version,
        made_at: formatInstant(now().getTime()),
        installation: database.identity,
        generation: frozen.pairing.generation,
        entry: state.entry,
        as_of: state.asOf,
        versions,
        secret_check: state.secretCheck,
      }
      const { installation, entry, as_of, secret_check } = described
      const bytes = frozen.bytes + records.bytes + (sealedSecret?.length ?? 0)
      return {
        head: { installation, entry, as_of, secret_check, bytes },
        archive: packBackup({ frozen, records, sealedSecret, described, giveUp: close }),
        close,
      }
    } catch (error) {
      await close()
      throw error
    }
  }
}

interface CopiedState {
  readonly frozen: FrozenFile
  readonly entry: number
  readonly asOf: string | null
  readonly version: string
  readonly secretCheck: string
}

/** Freezes the figures and copies the records of the same moment. */
async function copyState(
  directory: DataDirectory,
  database: DuckdbDatabase,
  path: string,
): Promise<CopiedState> {
  const { size } = await stat(directory.relational)
  if (!(await hasRoom(directory, size))) {
    throw new UnusableStoreError(
      `${directory.root} has no room for a copy of ${directory.relational}, which a backup needs while it is made. Free some space, then try again.`,
    )
  }
  await mkdir(join(path, '..'), { recursive: true, mode: 0o700 })
  const { frozen, pinned, entry, committedMs } = await pinBoth(directory, database)
  try {
    await pinned.copyTo(path)
    return {
      frozen,
      entry,
      asOf: committedMs === null ? null : formatInstant(committedMs),
      version: pinned.version,
      secretCheck: pinned.record.secretCheck,
    }
  } finally {
    pinned.close()
  }
}

/**
 * Imports, undos and deletions change both stores only in their turn to write, so in a turn of its own a
 * backup sees none of them half done. What changes the records alone may go on.
 */
function pinBoth({ relational }: DataDirectory, database: DuckdbDatabase) {
  return database.write(async () => {
    for (let attempt = 1; ; attempt++) {
      const frozen = await database.freeze()
      const pinned = PinnedSqlite.open(relational)
      const { token, nextToken: next } = pinned.record
      // Between both steps, the stores may have been paired anew.
      if ([token, next].includes(frozen.pairing.token)) {
        const { nextEntry, lastCommittedMs } = database
        return { frozen, pinned, entry: nextEntry - 1, committedMs: lastCommittedMs }
      }
      pinned.close()
      if (attempt === attempts) throw new UnusableStoreError(tooBusy)
      await delay(attemptIntervalMs)
    }
  })
}

const tooBusy = 'The records change too often to be copied now. Make the backup again.'
