import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { LedgerEntry, SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { NewLabel } from '../../ledger/journal.ts'
import type { FigureEntries } from '../../records/figure-entries.ts'
import { LedgerWrite } from '../../records/ledger-write.ts'
import type { Tables } from '../../records/tables/tables.ts'
import type { ClickhouseConnection } from '../../storage/clickhouse/connection.ts'
import type { DuckdbDatabase } from '../../storage/duckdb/database.ts'
import { DuckdbLedgerEntries } from '../../storage/duckdb/duckdb-ledger-entries.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { dropLeftover, highestJournalEntry } from './drop-leftover.ts'
import { shipEntry } from './ship-entry.ts'

export interface EntryStores {
  readonly source: DuckdbDatabase
  readonly clickhouse: ClickhouseConnection
  /** The target's ledger. */
  readonly entries: FigureEntries
  /** On the connection that has the writer lock. */
  readonly relational: Kysely<Tables>
  /** For temporary files. */
  readonly folder: string
}

/** The progress of the copy. */
export interface CopiedEntry {
  readonly entry: number
  readonly of: number
  /** Rows of figures copied by this run, including those of this entry. */
  readonly rows: number
  readonly isCommitted: boolean
}

const entriesAtATime = 500

/**
 * Copies the ledger entries that the target does not have, in order and with their ids. An entry
 * becomes visible once all of it was copied.
 *
 * @param onEntry called after every file of rows and after every commit
 * @returns how many entries and rows of figures were copied
 * @throws UnusableStoreError when the target has entries that did not come from the source
 */
export async function copyEntries(
  stores: EntryStores,
  onEntry: (copied: CopiedEntry) => void,
): Promise<{ readonly entries: number; readonly rows: number }> {
  const { source, clickhouse, entries, relational, folder } = stores
  const of = source.nextEntry - 1
  const state = await entries.state()
  await refuseForeign(stores, state.last, of)
  if (state.last === of) return { entries: 0, rows: 0 }
  await clearNext(stores, state.last, state.hidden)
  const connection = await source.borrow()
  let rows = 0
  try {
    let [labels, reports] = [await newLabels(stores), await newSecondaryReports(stores)]
    for (let entry = state.last + 1; entry <= of; entry++) {
      const copied = await readEntry(source, entry)
      await relational
        .insertInto('unfinishedEntries')
        .values({ id: entry, state: 'writing' })
        .execute()
      const write = new LedgerWrite(relational, relational, entry, state, 0)
      const { firstDay, lastDay } = copied
      const days = firstDay === null || lastDay === null ? null : { firstDay, lastDay }
      const onRows = (table: string, arrived: number) => {
        if (table === 'figures') rows += arrived
        onEntry({ entry, of, rows, isCommitted: false })
      }
      const from = { connection, folder }
      const touched = await shipEntry(clickhouse, from, entry, days, onRows)
      await write.commit(copied, labels, reports, touched)
      labels = []
      reports = []
      onEntry({ entry, of, rows, isCommitted: true })
    }
  } finally {
    source.giveBack(connection)
  }
  return { entries: of - state.last, rows }
}

/** The target's ledger must be a prefix of the source's. */
async function refuseForeign({ source, entries }: EntryStores, last: number, of: number) {
  if (last > of) {
    throw new UnusableStoreError(
      `The target has ${last} ledger entries and the source ${of}: figures were imported into the target. Nothing was changed.`,
    )
  }
  const ledger = new DuckdbLedgerEntries(source)
  for (let before = last + 1; before > 1; before -= entriesAtATime) {
    const ours = await ledger.newest(before, Math.min(entriesAtATime, before - 1))
    const theirs = await entries.newest(before, entriesAtATime)
    if (!isDeepStrictEqual(ours.map(asCommitted), theirs.slice(0, ours.length).map(asCommitted))) {
      throw new UnusableStoreError(
        'The target has ledger entries that did not come from this source. Nothing was changed.',
      )
    }
  }
}

/** An entry without what was added after its commit. */
function asCommitted({ undoneBy: _, ...entry }: LedgerEntry) {
  return entry
}

/** Removes rows of the next entry that an interrupted run left. */
async function clearNext(
  { clickhouse, relational }: EntryStores,
  last: number,
  hidden: readonly number[],
): Promise<void> {
  const highest = await highestJournalEntry(clickhouse)
  const isOurs = (id: number) => id === last + 1
  if (!hidden.every(isOurs) || (highest > last && !(hidden.length > 0 && isOurs(highest)))) {
    throw new UnusableStoreError(
      'The target has rows of imports that did not come from this source. Nothing was changed.',
    )
  }
  if (hidden.length === 0) return
  await dropLeftover(clickhouse, last + 1)
  await relational
    .deleteFrom('unfinishedEntries')
    .where('id', '=', last + 1)
    .execute()
}

async function readEntry(source: DuckdbDatabase, id: number): Promise<LedgerEntry> {
  const [entry] = await new DuckdbLedgerEntries(source).newest(id + 1, 1)
  return entry!
}

/** All missing labels: the source does not store which entry added a label. */
async function newLabels({ source, relational }: EntryStores): Promise<NewLabel[]> {
  const known = await relational
    .selectFrom('accountLabels')
    .select(['account', 'kind', 'code'])
    .execute()
  const isKnown = new Set(known.map(({ account, kind, code }) => `${account} ${kind} ${code}`))
  return source.labels.all.filter(
    ({ accountId, kind, code }) => !isKnown.has(`${accountId} ${kind} ${code}`),
  )
}

async function newSecondaryReports({ source, entries }: EntryStores): Promise<SecondaryReport[]> {
  const known = new Set((await entries.secondaryReports()).map(({ reportId }) => reportId))
  return (await new DuckdbLedgerEntries(source).secondaryReports()).filter(
    ({ reportId }) => !known.has(reportId),
  )
}
