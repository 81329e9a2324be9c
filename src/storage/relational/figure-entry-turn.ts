import type { Kysely } from 'kysely'
import type { SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { JournalState, LedgerWrite, NewLabel, NewLedgerEntry } from '../../ledger/journal.ts'
import { batchesOf } from './batches-of.ts'
import type { Tables } from './tables.ts'

/** An entry that is noted as being written, on the connection that holds the writers' lock. */
export class RelationalLedgerWrite implements LedgerWrite {
  readonly entry: number
  readonly state: JournalState
  readonly lastCommittedMs: number
  isCommitted = false
  readonly #connection: Kysely<Tables>
  #isShipped = false

  constructor(
    connection: Kysely<Tables>,
    entry: number,
    state: JournalState,
    lastCommittedMs: number,
  ) {
    this.#connection = connection
    this.entry = entry
    this.state = state
    this.lastCommittedMs = lastCommittedMs
  }

  ship(): void {
    this.#isShipped = true
  }

  async commit(
    line: NewLedgerEntry,
    labels: readonly NewLabel[],
    books: readonly SecondaryReport[],
  ): Promise<void> {
    await this.#connection.transaction().execute(async (transaction) => {
      const { numDeletedRows } = await transaction
        .deleteFrom('unfinished_entries')
        .where('id', '=', this.entry)
        .where('state', '=', 'writing')
        .executeTakeFirstOrThrow()
      if (numDeletedRows !== 1n) throw new Error('Another writer took over; nothing was imported.')
      await insertLine(transaction, this.entry, line)
      for (const some of batchesOf(labels)) {
        const rows = some.map((label) => ({ ...label, entry: this.entry }))
        await transaction.insertInto('figure_labels').values(rows).execute()
      }
      for (const { reportId, accountId, name } of books) {
        const row = { id: reportId, account: accountId, name }
        await transaction.insertInto('figure_books').values(row).execute()
      }
    })
    this.isCommitted = true
  }

  /** An id of which no row was ever shipped can be given again. */
  async giveUp(): Promise<void> {
    if (this.#isShipped) {
      await this.#connection
        .updateTable('unfinished_entries')
        .set({ state: 'aborted' })
        .where('id', '=', this.entry)
        .where('state', '=', 'writing')
        .execute()
    } else {
      await this.#connection
        .deleteFrom('unfinished_entries')
        .where('id', '=', this.entry)
        .where('state', '=', 'writing')
        .execute()
    }
  }
}

async function insertLine(
  transaction: Kysely<Tables>,
  id: number,
  line: NewLedgerEntry,
): Promise<void> {
  await transaction
    .insertInto('figure_entries')
    .values({
      id,
      kind: line.kind,
      undoes: line.undoes,
      committed_at_ms: line.committedAtMs,
      source: line.source,
      day_zone: line.dayZone,
      report: line.report,
      files: JSON.stringify(line.files),
      hashes: JSON.stringify(line.hashes),
      row_count: line.rowCount,
      slice_count: line.sliceCount,
      first_day: line.firstDay,
      last_day: line.lastDay,
    })
    .execute()
}
