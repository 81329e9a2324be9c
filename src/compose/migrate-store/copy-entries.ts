import { isDeepStrictEqual } from 'node:util'
import type { Kysely } from 'kysely'
import type { LedgerEntry, SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { FigureEntries, NewLabel } from '../../ledger/journal.ts'
import type { ClickhouseConnection } from '../../storage/clickhouse/connection.ts'
import type { DuckdbDatabase } from '../../storage/duckdb/database.ts'
import { DuckdbLedgerEntries } from '../../storage/duckdb/duckdb-ledger-entries.ts'
import { RelationalLedgerWrite } from '../../storage/relational/relational-ledger-write.ts'
import type { Tables } from '../../storage/relational/tables.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { dropLeftover, highestEntry } from './drop-leftover.ts'
import { shipEntry } from './ship-entry.ts'

export interface EntryStores {
  readonly source: DuckdbDatabase
  readonly clickhouse: ClickhouseConnection
  /** The target's ledger. */
  readonly entries: FigureEntries
  /** On the connection that holds the lock of those who write figures. */
  readonly relational: Kysely<Tables>
  /** Where files may lie meanwhile. */
  readonly folder: string
}

/** How far the ledger is. */
export interface CopiedEntry {
  readonly entry: number
  readonly of: number
  /** Rows of figures that arrived now, those of this entry among them. */
  readonly rows: number
  readonly isCommitted: boolean
}

const linesAtATime = 500

/**
 * Copies the entries of a ledger that are not there yet, each with the id it has, in their order. An
 * entry stands once it is there whole.
 *
 * @param onEntry hears of every file of rows that arrived, and of every commit
 * @returns how many entries and rows of figures were copied
 * @throws UnusableStoreError when the target has entries that are not the source's
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
    let [labels, books] = [await newLabels(stores), await newBooks(stores)]
    for (let entry = state.last + 1; entry <= of; entry++) {
      const line = await lineOf(source, entry)
      await relational
        .insertInto('unfinished_entries')
        .values({ id: entry, state: 'writing' })
        .execute()
      const turn = new RelationalLedgerWrite(relational, entry, state, 0)
      const { firstDay, lastDay } = line
      const days = firstDay === null || lastDay === null ? null : { firstDay, lastDay }
      await shipEntry(clickhouse, { connection, folder }, entry, days, (table, arrived) => {
        if (table === 'figures') rows += arrived
        onEntry({ entry, of, rows, isCommitted: false })
      })
      await turn.commit(line, labels, books)
      labels = []
      books = []
      onEntry({ entry, of, rows, isCommitted: true })
    }
  } finally {
    source.giveBack(connection)
  }
  return { entries: of - state.last, rows }
}

/** What the target has has to be how the source's ledger begins. */
async function refuseForeign({ source, entries }: EntryStores, last: number, of: number) {
  if (last > of) {
    throw new UnusableStoreError(
      `The target has ${last} ledger entries and the source ${of}: figures were imported there since. Nothing was changed.`,
    )
  }
  const ledger = new DuckdbLedgerEntries(source)
  for (let before = last + 1; before > 1; before -= linesAtATime) {
    const ours = await ledger.newest(before, Math.min(linesAtATime, before - 1))
    const theirs = await entries.newest(before, linesAtATime)
    if (!isDeepStrictEqual(ours.map(toStated), theirs.slice(0, ours.length).map(toStated))) {
      throw new UnusableStoreError(
        'The target has ledger entries that did not come from this source. Nothing was changed.',
      )
    }
  }
}

/** A line as it was committed: what came later does not count. */
function toStated({ undoneBy: _, ...line }: LedgerEntry) {
  return line
}

/** Makes room for the next entry, of which a run that broke off may have left rows. */
async function clearNext(
  { clickhouse, relational }: EntryStores,
  last: number,
  hidden: readonly number[],
): Promise<void> {
  const highest = await highestEntry(clickhouse)
  const isOurs = (id: number) => id === last + 1
  if (!hidden.every(isOurs) || (highest > last && !(hidden.length > 0 && isOurs(highest)))) {
    throw new UnusableStoreError(
      'The target has rows of imports that did not come from this source. Nothing was changed.',
    )
  }
  if (hidden.length === 0) return
  await dropLeftover(clickhouse, last + 1)
  await relational
    .deleteFrom('unfinished_entries')
    .where('id', '=', last + 1)
    .execute()
}

async function lineOf(source: DuckdbDatabase, entry: number): Promise<LedgerEntry> {
  const [line] = await new DuckdbLedgerEntries(source).newest(entry + 1, 1)
  return line!
}

/** Which entry brought a name is not known any more: all of them come with the first one. */
async function newLabels({ source, relational }: EntryStores): Promise<NewLabel[]> {
  const known = await relational
    .selectFrom('account_labels')
    .select(['account', 'kind', 'code'])
    .execute()
  const isKnown = new Set(known.map(({ account, kind, code }) => `${account} ${kind} ${code}`))
  return source.labels.all.filter(
    ({ accountId, kind, code }) => !isKnown.has(`${accountId} ${kind} ${code}`),
  )
}

async function newBooks({ source, entries }: EntryStores): Promise<SecondaryReport[]> {
  const known = new Set((await entries.secondaryReports()).map(({ reportId }) => reportId))
  return (await new DuckdbLedgerEntries(source).secondaryReports()).filter(
    ({ reportId }) => !known.has(reportId),
  )
}
