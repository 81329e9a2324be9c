import { type Kysely, sql } from 'kysely'
import type { LedgerEntries, LedgerEntry, SecondaryReport } from '../ledger/figure-ledger.ts'
import type { AccountState, JournalCleanup, JournalState, NewLabel } from '../ledger/journal.ts'
import { batchesOf } from './batches-of.ts'
import { LedgerWrite } from './ledger-write.ts'
import type { RelationalDatabase } from './relational-database.ts'
import type { Tables } from './tables/tables.ts'

/** In place of an account: the entry touches all of them. */
const everyAccount = 0

/** The ledger of a journal. A commit here makes an entry visible to every reader. */
export class FigureEntries implements LedgerEntries {
  readonly #database: RelationalDatabase

  constructor(database: RelationalDatabase) {
    this.#database = database
  }

  /**
   * The state of now, or of a moment ago.
   *
   * @param _atLeast an entry that the state has, if it is committed; 0 when absent
   */
  state(_atLeast?: number): Promise<JournalState> {
    return readState(this.#database.reads)
  }

  /**
   * The current state of an account or a secondary report. Entries of a secondary report touch its account too. It is
   * read in one statement, so that the entry and its time are of one state.
   */
  async stateOf(account: number): Promise<AccountState> {
    const row = await this.#database.reads
      .selectFrom('figureState')
      .leftJoin('figureEntries', (join) =>
        join.on('figureEntries.id', '=', (e) =>
          e
            .selectFrom('touchedAccounts')
            .select((touched) => touched.fn.max('entry').as('entry'))
            .where('account', 'in', [account, everyAccount]),
        ),
      )
      .select((e) => [
        'figureState.identity',
        'figureEntries.id as entry',
        'figureEntries.committedAtMs',
        e.selectFrom('installation').select('installation.generation').as('generation'),
      ])
      .executeTakeFirstOrThrow()
    return { ...row, generation: row.generation!, entry: row.entry ?? 0 }
  }

  /** The last entry committed at or before an instant; 0 when there is none. */
  async entryAt(epochMs: number): Promise<number> {
    const row = await this.#database.reads
      .selectFrom('figureEntries')
      .select('id')
      .where('committedAtMs', '<=', epochMs)
      .orderBy('committedAtMs', 'desc')
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirst()
    return row?.id ?? 0
  }

  /** The last entry that the journal must have rows of; 0 when there is none. */
  async lastWithRows(): Promise<number> {
    const row = await this.#database.reads
      .selectFrom('figureEntries')
      .select((e) => e.fn.max('id').as('id'))
      .where('sliceCount', '>', 0)
      // An undo that changed nothing counted slices once.
      .where('firstDay', 'is not', null)
      .executeTakeFirst()
    return row?.id ?? 0
  }

  /** Hides entries that this ledger does not know, because it was restored from a copy. */
  async hideUpTo(highest: number): Promise<void> {
    await this.#database.withWriterLock({ wait: true }, async (connection) => {
      const rows = forgottenEntries(await readState(connection), highest)
      if (rows.length === 0) return
      await connection.insertInto('unfinishedEntries').values(rows).execute()
    })
  }

  /** The names that entries above `after`, up to `until`, added. */
  async labels(after: number, until: number): Promise<NewLabel[]> {
    const { reads } = this.#database
    const shared = await reads
      .selectFrom('figureLabels')
      .select(['kind', 'code', 'name', sql<number>`0`.as('accountId')])
      .where('entry', '>', after)
      .where('entry', '<=', until)
      .execute()
    const own = await reads
      .selectFrom('accountLabels')
      .select(['kind', 'code', 'name', 'account as accountId'])
      .where('entry', '>', after)
      .where('entry', '<=', until)
      .execute()
    return [...shared, ...own]
  }

  async secondaryReports(): Promise<SecondaryReport[]> {
    return this.#database.reads
      .selectFrom('figureBooks')
      .select(['id as reportId', 'account as accountId', 'name'])
      .orderBy('id')
      .execute()
  }

  async newest(before: number, limit: number): Promise<LedgerEntry[]> {
    return toEntries(
      await this.#entries().where('id', '<', before).orderBy('id', 'desc').limit(limit).execute(),
    )
  }

  async byIds(ids: readonly number[]): Promise<LedgerEntry[]> {
    const entries: LedgerEntry[] = []
    for (const some of batchesOf(ids)) {
      entries.push(...toEntries(await this.#entries().where('id', 'in', some).execute()))
    }
    return entries
  }

  /**
   * Forgets the names and states of accounts whose figures are removed.
   *
   * @param lastEntry the last entry with figures of others; later ones count no rows any more
   */
  async removeAccounts(accounts: readonly number[], lastEntry: number): Promise<void> {
    const { writes } = this.#database
    await writes
      .deleteFrom('accountLabels')
      .where('account', 'in', [...accounts])
      .execute()
    await writes
      .deleteFrom('touchedAccounts')
      .where('account', 'in', [...accounts])
      .execute()
    await writes
      .updateTable('figureEntries')
      .set({ rowCount: 0, sliceCount: 0 })
      .where('id', '>', lastEntry)
      .execute()
  }

  async ofRequest(request: string): Promise<number | null> {
    const row = await this.#database.reads
      .selectFrom('figureEntries')
      .select('id')
      .where('request', '=', request)
      .executeTakeFirst()
    return row?.id ?? null
  }

  /** All undos. */
  async undos(): Promise<LedgerEntry[]> {
    return toEntries(await this.#entries().where('undoes', 'is not', null).execute())
  }

  async revisions(): Promise<LedgerEntry[]> {
    return toEntries(await this.#entries().where('kind', 'in', ['merge', 'deletion']).execute())
  }

  /** Writes one entry under the writer lock. If `work` does not commit it, it is given up. */
  async write<Result>(
    cleanup: JournalCleanup,
    work: (write: LedgerWrite) => Promise<Result>,
  ): Promise<Result> {
    const written = await this.#database.withWriterLock({ wait: true }, async (connection) => {
      await clearLeftovers(connection, cleanup)
      const highest = await cleanup.highestEntry()
      const write = await begin(connection, this.#database.writes, highest)
      try {
        return { result: await work(write) }
      } finally {
        // If this fails, the next writer gives up the entry.
        if (write.outcome !== 'committed') await write.giveUp().catch(() => undefined)
      }
    })
    return written!.result
  }

  /** Cleans up after interrupted writers, unless another process is writing. */
  async recover(cleanup: JournalCleanup): Promise<void> {
    await this.#database.withWriterLock({ wait: false }, (connection) =>
      clearLeftovers(connection, cleanup),
    )
  }

  #entries() {
    return this.#database.reads
      .selectFrom('figureEntries')
      .selectAll()
      .select((e) =>
        e
          .selectFrom('figureEntries as undo')
          .whereRef('undo.undoes', '=', 'figureEntries.id')
          .select((undo) => undo.fn.min('undo.id').as('id'))
          .as('undoneBy'),
      )
  }
}

/** Reads the state in one statement, so that it contains a concurrent commit whole or not at all. */
async function readState(connection: Kysely<Tables>): Promise<JournalState> {
  const rows = await connection
    .selectFrom('figureState')
    .leftJoin('unfinishedEntries', (join) => join.onTrue())
    .select((e) => [
      'figureState.identity',
      'unfinishedEntries.id as hidden',
      e.selectFrom('installation').select('installation.generation').as('generation'),
      e
        .selectFrom('figureEntries')
        .select((entry) => entry.fn.coalesce(entry.fn.max('id'), sql<number>`0`).as('last'))
        .as('last'),
    ])
    .execute()
  const { identity, generation, last } = rows[0]!
  const hidden = rows.flatMap(({ hidden: id }) => id ?? [])
  return { identity, generation: generation!, last: last!, hidden }
}

/** The caller has the writer lock, so other entries in the state `writing` were interrupted. */
async function clearLeftovers(connection: Kysely<Tables>, cleanup: JournalCleanup): Promise<void> {
  await connection
    .updateTable('unfinishedEntries')
    .set({ state: 'aborted' })
    .where('state', '=', 'writing')
    .execute()
  const { last, hidden } = await readState(connection)
  const aborted = await connection
    .selectFrom('unfinishedEntries')
    .select('id')
    .where('state', '=', 'aborted')
    .execute()
  const cleared = await cleanup.clear({ last, hidden, aborted: aborted.map(({ id }) => id) })
  if (cleared.length === 0) return
  await connection
    .updateTable('unfinishedEntries')
    .set({ state: 'cleared' })
    .where('id', 'in', [...cleared])
    .execute()
}

/** @param highest the highest entry with rows in the journal */
async function begin(
  connection: Kysely<Tables>,
  others: Kysely<Tables>,
  highest: number,
): Promise<LedgerWrite> {
  const state = await readState(connection)
  const forgotten = forgottenEntries(state, highest)
  const entry = Math.max(state.last, ...state.hidden, highest) + 1
  await connection
    .insertInto('unfinishedEntries')
    .values([...forgotten, { id: entry, state: 'writing' }])
    .execute()
  const last = await connection
    .selectFrom('figureEntries')
    .select('committedAtMs')
    .where('id', '=', state.last)
    .executeTakeFirst()
  const hidden = [...state.hidden, ...forgotten.map(({ id }) => id)]
  return new LedgerWrite(connection, others, entry, { ...state, hidden }, last?.committedAtMs ?? 0)
}

/** A ledger that was restored from a copy does not know the entries which came after it. */
function forgottenEntries({ last, hidden }: JournalState, highest: number) {
  const used = Math.max(last, ...hidden)
  return Array.from({ length: Math.max(highest - used, 0) }, (_, index) => ({
    id: used + 1 + index,
    state: 'aborted' as const,
  }))
}

type EntryRow = Tables['figureEntries'] & { undoneBy: number | null }

const toEntries = (rows: readonly EntryRow[]): LedgerEntry[] =>
  rows.map(({ subject, files, hashes, ...entry }) => ({
    ...entry,
    subject: subject === null ? null : JSON.parse(subject),
    files: JSON.parse(files),
    hashes: JSON.parse(hashes),
  }))
