import { rm } from 'node:fs/promises'
import type { DataDirectory } from '../config/data-directory.ts'
import { isShared } from '../config/servers.ts'
import { openRelational } from '../records/database.ts'
import { SealedValues } from '../records/sealed-values.ts'
import { Vault } from '../sealing/vault.ts'
import { openPrivateDirectory } from '../storage/files/private-directory.ts'
import { finishRestore, refuseDraft } from './backup/place-data.ts'
import { type OpenedStores, type OpenOptions, openEmbedded } from './figure-stores.ts'
import { UpgradeLines } from './upgrade-lines.ts'

/**
 * Opens the stores of a data directory with their secret, and creates those that do not exist.
 *
 * @throws UnusableStoreError when they do not belong together; see docs/backups.md
 * @throws DatabaseInUseError when another process has them open
 * @throws StoreUnavailableError when ClickHouse does not answer
 */
export async function openStores(
  directory: DataDirectory,
  {
    onUpgrade,
    refusesUpgrade = false,
    ...options
  }: Omit<OpenOptions, 'upgrade'> & {
    readonly onUpgrade: (line: string) => void
    /** Whether stores of an earlier release are refused instead of upgraded; not when absent. */
    readonly refusesUpgrade?: boolean
  },
): Promise<OpenedStores & { readonly close: () => Promise<void> }> {
  openPrivateDirectory(directory.root)
  finishRestore(directory.root)
  const { clickhouse, databaseUrl, allowedMigrations = [] } = directory.servers
  if (!clickhouse && !databaseUrl) refuseDraft(directory)
  const lines = new UpgradeLines(onUpgrade)
  const upgrade = { allowedMigrations, refusesUpgrade, onUpgrade: lines.update }
  const { warn, onLost, replacesSecret } = options
  const openRelationalStore = () =>
    openRelational(databaseUrl ?? directory.relational, {
      ...upgrade,
      replacesSecret,
      onConnectionLost: ({ message }) => warn(`A connection to PostgreSQL ended: ${message}`),
      onSecretReplaced: onLost,
    })
  const opening = clickhouse
    ? // Loading its client takes time that most commands do not have to spend.
      import('./open-journal.ts').then(({ openJournal }) =>
        openJournal(directory, clickhouse, openRelationalStore, { ...options, upgrade }),
      )
    : openEmbedded(directory, openRelationalStore, { ...options, upgrade })
  const opened = await opening.finally(() => lines.end())
  const close = async () => {
    await opened.relational.close()
    await opened.stores.close()
    if (isShared(directory.servers)) await rm(directory.work, { recursive: true, force: true })
  }
  try {
    if (!replacesSecret && !refusesUpgrade) {
      const values = new SealedValues(opened.relational.writes)
      await values.resealEarlier(new Vault(opened.secret))
    }
  } catch (error) {
    await close()
    throw error
  }
  return { ...opened, close }
}
