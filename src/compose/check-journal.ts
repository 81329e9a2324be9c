import { randomUUID } from 'node:crypto'
import type { DataDirectory } from '../config/data-directory.ts'
import { FigureEntries } from '../records/figure-entries.ts'
import { InstallationRecords } from '../records/installation-records.ts'
import type { RelationalDatabase } from '../records/relational-database.ts'
import type { ClickhouseConnection } from '../storage/clickhouse/connection.ts'
import { highestEntry, highestIds } from '../storage/clickhouse/journal-extent.ts'
import { checkOfSecret } from '../storage/files/secret-file.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { openSecret, settleSecret } from './check-secret.ts'
import type { PairingOptions } from './open-files.ts'
import { refuseMismatch } from './pair-stores.ts'
import { type StorePlaces, storePlaces } from './store-places.ts'

/** @throws UnusableStoreError when the records were used with a file of figures */
export async function refuseOtherFigures(
  directory: DataDirectory,
  relational: RelationalDatabase,
): Promise<void> {
  const { records } = storePlaces(directory)
  const { identity, ledger } = await new InstallationRecords(relational).read()
  if (identity === '' || identity === ledger) return
  throw new UnusableStoreError(
    `The figures of ${records} are in ${directory.figures}. Unset ADTALLY_CLICKHOUSE_URL, or move them with \`adtally migrate-store\`.`,
  )
}

/**
 * @param highest the highest entry that has rows
 * @param lastWithRows the last entry that must have some
 * @throws UnusableStoreError when rows are missing
 */
export function refuseOlderFigures(
  highest: number,
  lastWithRows: number,
  { figures, records }: StorePlaces,
): void {
  if (highest >= lastWithRows) return
  throw new UnusableStoreError(
    `${figures} is older than ${records}. Restore a backup of ClickHouse that was made after the one of PostgreSQL; see docs/backups.md.`,
  )
}

/**
 * Makes sure that a journal, its ledger in the records, and the secret belong together.
 *
 * @returns the secret
 * @throws UnusableStoreError when one is missing, another installation's, or older than the others
 */
export async function checkJournal(
  directory: DataDirectory,
  connection: ClickhouseConnection,
  relational: RelationalDatabase,
  { acceptRestore, now, replacesSecret }: PairingOptions,
): Promise<Uint8Array> {
  const places = storePlaces(directory)
  const records = new InstallationRecords(relational)
  const entries = new FigureEntries(relational)
  // Another process may be writing: what it had committed before has rows, and what has rows is
  // known after.
  const lastWithRows = await entries.lastWithRows()
  const highest = await highestEntry(connection)
  const { identity, last, hidden } = await entries.state()
  refuseOlderFigures(highest, lastWithRows, places)
  const isOlder = highest > Math.max(last, ...hidden)
  if (isOlder && !acceptRestore) refuseMismatch('older records', places)
  const secret = await openSecret(records, places)
  await records.adopt(identity, checkOfSecret(secret, identity))
  if (acceptRestore) {
    const { generation } = await records.read()
    const seconds = Math.floor(now().getTime() / 1_000)
    await entries.hideUpTo(highest)
    const used = await highestIds(connection)
    await records.beginGeneration(Math.max(seconds, generation + 1), randomUUID(), used)
  }
  // Of two processes that started at once with secrets of their own, one gave its to the records.
  return (replacesSecret ? openSecret : settleSecret)(records, places)
}
