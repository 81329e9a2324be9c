import { rm } from 'node:fs/promises'
import type { DataDirectory } from '../../config/data-directory.ts'
import type { BackupManifest } from '../../use-cases/backup/manifest.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { checkStoreFiles } from '../doctor/check-files.ts'
import { openInstallation } from '../installation.ts'
import { openStores } from '../open-stores.ts'

/**
 * Opens restored files with their secret, upgrades those of an earlier release, compares them with the
 * manifest, and accepts them as a new generation of the figures.
 *
 * @throws UnusableStoreError when they are damaged, newer, or do not belong together
 */
export async function checkRestored(
  staged: DataDirectory,
  place: string,
  manifest: BackupManifest,
  {
    now,
    warn,
    dryRun,
  }: {
    readonly now: () => Date
    readonly warn: (message: string) => void
    /** Leaves the generation as it is. */
    readonly dryRun: boolean
  },
): Promise<void> {
  const [damage] = await checkStoreFiles(staged)
  if (damage !== undefined) throw refusal(staged, place, damage)
  const { stores, relational, close } = await openStores(staged, {
    threads: 1,
    acceptRestore: false,
    replacesSecret: false,
    now,
    warn,
    onLost: ({ message }: Error) => warn(message),
    onUpgrade: warn,
  }).catch((error) => {
    throw error instanceof UnusableStoreError ? refusal(staged, place, error.message) : error
  })
  try {
    const [last] = await stores.ledger.entries(null, 1)
    const { identity } = await relational.reads
      .selectFrom('installation')
      .select('identity')
      .executeTakeFirstOrThrow()
    if ((last?.id ?? 0) !== manifest.entry || identity !== manifest.installation) {
      throw new UnusableStoreError(
        `The stores of ${place} are not of the state in its manifest. Restore another backup.`,
      )
    }
  } finally {
    await close()
  }
  if (dryRun) return
  const installation = await openInstallation(staged, {
    ...({ use: 'command', acceptRestore: true, now, warn } as const),
  })
  try {
    const facts = { made_at: manifest.made_at, entry: manifest.entry }
    const record = { action: 'restored', account: null, facts } as const
    await installation.audit.record({ kind: 'command', address: null }, [record])
  } finally {
    await installation.close()
  }
  await rm(staged.work, { recursive: true, force: true })
}

/** Names the files by the backup, not by the folder that they were copied to. */
const refusal = ({ root }: DataDirectory, place: string, why: string) =>
  new UnusableStoreError(
    `${place} cannot be restored. ${why.replaceAll(`${root}/`, '').replace(/\.?$/, '.')} Nothing was changed; restore another backup.`,
  )
