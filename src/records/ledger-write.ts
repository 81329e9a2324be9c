import type { Kysely } from 'kysely'
import type { SecondaryReport } from '../ledger/figure-ledger.ts'
import type { JournalState, NewLabel, NewLedgerEntry } from '../ledger/journal.ts'
import { batchesOf } from './batches-of.ts'
import type { Tables } from './tables/tables.ts'

/** The write of one entry, which is listed as unfinished, on the connection that has the writer lock. */
export class LedgerWrite {
  /** The entry's id. */
  readonly entry: number
  /** The state before the entry. */
  readonly state: JournalState
  /** When the previous entry was committed, in milliseconds since 1970. */
  readonly lastCommittedMs: number
  /** `in doubt` while its commit is not answered. */
  outcome: 'open' | 'in doubt' | 'committed' = 'open'
  readonly #connection: Kysely<Tables>
  readonly #others: Kysely<Tables>
  #isShipped = false

  /** @param others further connections, for when the answer to the commit is lost with the first one */
  constructor(
    connection: Kysely<Tables>,
    others: Kysely<Tables>,
    entry: number,
    state: JournalState,
    lastCommittedMs: number,
  ) {
    this.#connection = connection
    this.#others = others
    this.entry = entry
    this.state = state
    this.lastCommittedMs = lastCommittedMs
  }

  /** Call before the first row is sent: marks the id as used. */
  ship(): void {
    this.#isShipped = true
  }

  /** The last committed entry; null when nobody knows whether this one is. */
  lastEntry(): number | null {
    if (this.outcome === 'in doubt') return null
    return this.outcome === 'committed' ? this.entry : this.state.last
  }

  /**
   * Makes the entry visible, with its new names and secondary reports.
   *
   * @param touched the accounts and secondary reports whose slices it states or ends
   */
  async commit(
    entry: NewLedgerEntry,
    labels: readonly NewLabel[],
    reports: readonly SecondaryReport[],
    touched: readonly number[],
  ): Promise<void> {
    this.outcome = 'in doubt'
    try {
      await this.#commit(entry, labels, reports, touched)
    } catch (error) {
      if (!(await this.#isInLedger())) throw error
    }
    this.outcome = 'committed'
  }

  /** Asks the ledger, because the answer to the commit may be lost. */
  async #isInLedger(): Promise<boolean> {
    // Waits for the transaction, if it is not over yet. Afterwards it cannot be committed any more.
    await this.giveUp(this.#others)
    const found = await this.#others
      .selectFrom('figureEntries')
      .select('id')
      .where('id', '=', this.entry)
      .executeTakeFirst()
    if (!found) this.outcome = 'open'
    return found !== undefined
  }

  async #commit(
    entry: NewLedgerEntry,
    labels: readonly NewLabel[],
    reports: readonly SecondaryReport[],
    touched: readonly number[],
  ): Promise<void> {
    await this.#connection.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('unfinishedEntries')
        .where('id', '=', this.entry)
        .where('state', '=', 'writing')
        .executeTakeFirstOrThrow()
      if (numDeletedRows !== 1n) throw new Error('Another writer took over; nothing was imported.')
      await insertEntry(transaction, this.entry, entry)
      if (entry.request !== null) await answerRequest(transaction, entry.request, this.entry)
      for (const some of batchesOf(labels)) {
        const rows = some.map(({ accountId, ...label }) => ({
          account: accountId,
          entry: this.entry,
          ...label,
        }))
        await transaction.insertInto('accountLabels').values(rows).execute()
      }
      for (const { reportId, accountId, name } of reports) {
        const row = { id: reportId, account: accountId, name }
        await transaction.insertInto('figureBooks').values(row).execute()
      }
      await insertTouched(transaction, this.entry, touched)
    })
  }

  /** Gives up the entry. Its id can be used again if no row was sent. */
  async giveUp(connection = this.#connection): Promise<void> {
    if (this.#isShipped) {
      await connection
        .updateTable('unfinishedEntries')
        .set({ state: 'aborted' })
        .where('id', '=', this.entry)
        .where('state', '=', 'writing')
        .execute()
    } else {
      await connection
        .deleteFrom('unfinishedEntries')
        .where('id', '=', this.entry)
        .where('state', '=', 'writing')
        .execute()
    }
  }
}

/**
 * Notes in an import request which entry answers it, so that nobody gives it up meanwhile. A copied
 * ledger has requests that ended long ago.
 */
async function answerRequest(
  transaction: Kysely<Tables>,
  request: string,
  entry: number,
): Promise<void> {
  await transaction
    .updateTable('importRequests')
    .set({ entry })
    .where('id', '=', request)
    .where('state', '=', 'running')
    .execute()
  const found = await transaction
    .selectFrom('importRequests')
    .select('entry')
    .where('id', '=', request)
    .executeTakeFirst()
  if (found && found.entry !== entry) {
    throw new Error('The import request was given up; nothing was imported.')
  }
}

/** Notes the accounts and secondary reports that an entry touches, and the accounts of these reports. */
async function insertTouched(
  transaction: Kysely<Tables>,
  entry: number,
  touched: readonly number[],
): Promise<void> {
  const accounts = new Set(touched)
  for (const { id, account } of await transaction.selectFrom('figureBooks').selectAll().execute()) {
    if (accounts.has(id)) accounts.add(account)
  }
  for (const some of batchesOf([...accounts])) {
    const rows = some.map((account) => ({ account, entry }))
    await transaction.insertInto('touchedAccounts').values(rows).execute()
  }
}

async function insertEntry(
  transaction: Kysely<Tables>,
  id: number,
  entry: NewLedgerEntry,
): Promise<void> {
  await transaction
    .insertInto('figureEntries')
    .values({
      id,
      kind: entry.kind,
      undoes: entry.undoes,
      committedAtMs: entry.committedAtMs,
      source: entry.source,
      dayZone: entry.dayZone,
      report: entry.report,
      subject: entry.subject && JSON.stringify(entry.subject),
      files: JSON.stringify(entry.files),
      hashes: JSON.stringify(entry.hashes),
      rowCount: entry.rowCount,
      sliceCount: entry.sliceCount,
      firstDay: entry.firstDay,
      lastDay: entry.lastDay,
      request: entry.request,
    })
    .execute()
}
