import { rm } from 'node:fs/promises'
import type { DataDirectory } from '../config/data-directory.ts'
import { isShared } from '../config/servers.ts'
import { openPrivateDirectory } from '../storage/files/private-directory.ts'
import { openRelational } from '../storage/relational/database.ts'
import type { UpgradeProgress } from '../storage/upgrades/migration.ts'
import { finishRestore, refuseDraft } from './backup/place-data.ts'
import { describeUpgrade } from './describe-upgrade.ts'
import { type OpenedStores, type OpenOptions, openEmbedded, openJournal } from './figure-stores.ts'

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
    ...options
  }: Omit<OpenOptions, 'upgrade'> & { readonly onUpgrade: (line: string) => void },
): Promise<OpenedStores & { readonly close: () => Promise<void> }> {
  openPrivateDirectory(directory.root)
  finishRestore(directory.root)
  const { clickhouse, databaseUrl, allowedMigrations = [] } = directory.servers
  if (!clickhouse && !databaseUrl) refuseDraft(directory)
  const upgrade = {
    allowedMigrations,
    onUpgrade: (progress: UpgradeProgress) => onUpgrade(describeUpgrade(progress)),
  }
  const { warn, onLost, replacesSecret } = options
  const openRelationalStore = () =>
    openRelational(databaseUrl ?? directory.relational, {
      ...upgrade,
      replacesSecret,
      onConnectionLost: ({ message }) => warn(`A connection to PostgreSQL ended: ${message}`),
      onSecretReplaced: onLost,
    })
  const opened = clickhouse
    ? await openJournal(directory, clickhouse, openRelationalStore, { ...options, upgrade })
    : await openEmbedded(directory, openRelationalStore, { ...options, upgrade })
  const close = async () => {
    await opened.relational.close()
    await opened.stores.close()
    if (isShared(directory.servers)) await rm(directory.work, { recursive: true, force: true })
  }
  return { ...opened, close }
}
