import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import type { DataDirectory } from '../config/data-directory.ts'
import { HistoryHorizons } from '../records/history-horizons.ts'
import { InstallationRecords } from '../records/installation-records.ts'
import type { RelationalDatabase } from '../records/relational-database.ts'
import type { DuckdbDatabase } from '../storage/duckdb/database.ts'
import { highestIds } from '../storage/duckdb/duckdb-pairing.ts'
import { checkOfSecret } from '../storage/files/secret-file.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { openSecret, settleSecret } from './check-secret.ts'
import { compareStores, refuseMismatch, renewPairing } from './pair-stores.ts'
import { storePlaces } from './store-places.ts'

export interface PairingOptions {
  /** Whether an older store is accepted, as the beginning of a new generation. */
  readonly acceptRestore: boolean
  readonly now: () => Date
  readonly warn: (message: string) => void
  /** Whether the secret will be rotated, by {@link rotateSecret}. */
  readonly replacesSecret: boolean
}

/** A file of figures and its records, which belong together. */
export interface PairedFiles {
  readonly database: DuckdbDatabase
  readonly relational: RelationalDatabase
  readonly secret: Uint8Array
  /**
   * Pairs the stores again after a change that one of them must not forget.
   *
   * @param isRecorded whether the audit log has the change; otherwise it is looked for
   */
  readonly noteChange: (isRecorded: boolean) => Promise<void>
}

/**
 * Opens a file of figures with its records, and makes sure that they and the secret belong together.
 *
 * @throws UnusableStoreError when one is missing, another installation's, or older than the other
 */
export async function openFiles(
  directory: DataDirectory,
  openDuckdb: () => Promise<DuckdbDatabase>,
  openRelational: () => Promise<RelationalDatabase>,
  { acceptRestore, now, warn, replacesSecret }: PairingOptions,
): Promise<PairedFiles> {
  const places = storePlaces(directory)
  const opened: { close: () => unknown }[] = []
  const keep = <Store extends { close: () => unknown }>(store: Store): Store => {
    opened.push(store)
    return store
  }
  try {
    let relational: RelationalDatabase | null = null
    if (!existsSync(directory.figures) && isThere(directory)) {
      relational = keep(await openRelational())
      const { identity, ledger, hasAccounts } = await new InstallationRecords(relational).read()
      if (identity !== '' && identity === ledger) refuseMismatch('elsewhere', places)
      if (identity !== '' || hasAccounts) throw missing(places.figures, places.records)
    }
    const hadRecords = relational !== null || isThere(directory)
    const database = keep(await openDuckdb())
    const pairing = database.pairing
    const hasFigures = pairing.turn > 0 || database.nextEntry > 1
    if (!hadRecords && hasFigures) throw missing(places.records, places.figures)
    relational ??= keep(await openRelational())
    const records = new InstallationRecords(relational)
    const record = await records.read()
    if (hasFigures && record.identity === '' && !record.hasAccounts) {
      throw missing(places.records, places.figures)
    }
    const mismatch = compareStores(record, database.identity, pairing)
    if (mismatch === 'foreign' && !hasFigures) throw empty(places.figures, places.records)
    const isAcceptable = mismatch !== 'foreign' && mismatch !== 'elsewhere'
    if (!(acceptRestore && isAcceptable)) refuseMismatch(mismatch, places)
    const secret = await (replacesSecret ? openSecret : settleSecret)(records, places)
    const secretCheck = checkOfSecret(secret, database.identity)
    let { generation } = record
    if (acceptRestore) {
      const seconds = Math.floor(now().getTime() / 1_000)
      generation = Math.max(seconds, generation + 1, pairing.generation + 1)
      await new HistoryHorizons(relational).forgetAfter(database.nextEntry - 1)
      const used = await database.withConnection(highestIds)
      await records.beginGeneration(generation, randomUUID(), used)
    }
    const renew = () => renewPairing(records, database, { generation, secretCheck })
    const stateOf = async () => `${await records.state()} ${database.version}`
    // On a full disk the stores stay as they were paired, and are read.
    const notPaired = ({ message }: Error) => warn(`The stores could not be paired: ${message}`)
    await (acceptRestore ? renew() : renew().catch(notPaired))
    let pairedState = await stateOf()
    const renewAfterChange = async (isRecorded: boolean) => {
      const state = await stateOf()
      if (!isRecorded && state === pairedState) return
      await renew()
      pairedState = state
    }
    let last: Promise<unknown> = Promise.resolve()
    const noteChange = async (isRecorded: boolean) => {
      // One at a time: two pairings at once would not know each other's tokens.
      last = last.then(() => renewAfterChange(isRecorded)).catch(notPaired)
      await last
    }
    return { database, relational, secret, noteChange }
  } catch (error) {
    for (const store of opened.reverse()) await store.close()
    throw error
  }
}

const isThere = ({ relational, servers }: DataDirectory): boolean =>
  servers.databaseUrl !== null || /^postgres(ql)?:/.test(relational) || existsSync(relational)

const empty = (place: string, other: string) =>
  new UnusableStoreError(
    `${place} is empty, and ${other} has data: the file or its log (.wal) is damaged. Restore both from one backup; see docs/backups.md.`,
  )

const missing = (place: string, other: string) =>
  new UnusableStoreError(
    `${place} is missing, and ${other} has data. Restore both from one backup; see docs/backups.md.`,
  )
