import type { DuckDBConnection } from '@duckdb/node-api'
import type { EntryState } from '../../staging/entry-state.ts'
import { mayHaveOriginals } from '../../staging/originals.ts'
import { withOtherKind } from '../../staging/plan-entry.ts'
import { accountsOf } from '../../staging/read-changes.ts'
import type {
  EntryWrite,
  NewUndo,
  PlannedEntry,
  SliceStore,
  UndoneImport,
} from '../../staging/slice-store.ts'
import type { StagedSlices } from '../../staging/staged-slices.ts'
import { currentOf } from './current-tables.ts'
import type { DuckdbDatabase } from './database.ts'
import { DuckdbLedgerEntries } from './duckdb-ledger-entries.ts'
import { removeAccount } from './remove-account.ts'
import { tidyMonths } from './tidy-months.ts'
import { undoImport } from './undo-import.ts'
import { addNames, insertEntry, writeChanges, writeOriginals } from './write-changes.ts'

export interface DuckdbSliceOptions {
  /** Called when months cannot be sorted; the next commit tries again. */
  readonly onTidyFailed?: (error: Error) => void
  /** Called before each write with the last committed entry. */
  readonly confirmPendingApps?: (lastEntry: number) => Promise<void>
}

/** Stores slices in a DuckDB file. */
export class DuckdbSliceStore implements SliceStore {
  readonly #database: DuckdbDatabase
  readonly #options: DuckdbSliceOptions

  constructor(database: DuckdbDatabase, options: DuckdbSliceOptions = {}) {
    this.#database = database
    this.#options = options
  }

  withScratch<Result>(work: (scratch: DuckDBConnection) => Promise<Result>): Promise<Result> {
    return this.#database.withConnection(work)
  }

  read<Result>(work: (state: EntryState) => Promise<Result>): Promise<Result> {
    return work(this.#state())
  }

  write<Result>(work: (write: EntryWrite) => Promise<Result>): Promise<Result> {
    const database = this.#database
    return database.write(async () => {
      await this.#options.confirmPendingApps?.(database.nextEntry - 1)
      return work({
        ...this.#state(),
        lastCommittedMs: database.lastCommittedMs,
        // While the file is being opened again, nobody knows whether the entry is in it.
        lastEntry: () => (database.isReopening ? null : database.nextEntry - 1),
        commit: async (...planned) => {
          await this.#commit(...planned)
          const [{ scratch }] = planned
          await this.#tidy(scratch)
        },
      })
    })
  }

  undo(importId: number, undo: NewUndo): Promise<UndoneImport> {
    return this.#database.write(() =>
      this.#database.withConnection(async (connection) => {
        const undone = await undoImport(this.#database, connection, importId, undo)
        await this.#tidy(connection)
        return undone
      }),
    )
  }

  removeAccount(accountId: number, finish: () => Promise<void>): Promise<void> {
    return this.#database.write(async () => {
      await removeAccount(this.#database, accountId)
      await finish()
    })
  }

  #state(): EntryState {
    const { nextEntry: entry, labels, reports } = this.#database
    const entries = new DuckdbLedgerEntries(this.#database)
    return { entry, labels, reports: [...reports], entries, currentOf }
  }

  async #commit(
    staged: StagedSlices,
    { effect, newLabels, newReports, record, planOther }: PlannedEntry,
    committedMs: number,
  ): Promise<void> {
    const { scratch } = staged
    const id = this.#database.nextEntry
    // Readers may see the rows before the commit returns, so the names must be known by then.
    const { labels, reports } = this.#database
    labels.add(newLabels)
    reports.push(...newReports)
    try {
      await this.#database.commitEntry(scratch, new Date(committedMs), async (committedAtMs) => {
        await addNames(scratch, newLabels, newReports)
        await writeChanges(scratch, id, staged.kind, effect.changes)
        if (mayHaveOriginals(staged)) await writeOriginals(scratch, id, staged.kind)
        let all = { effect, record }
        for (const kind of staged.otherKinds ?? []) {
          const other = await planOther(kind)
          await writeChanges(scratch, id, kind, other.changes)
          if (mayHaveOriginals({ ...staged, kind })) await writeOriginals(scratch, id, kind)
          all = withOtherKind(all, other)
        }
        await insertEntry(scratch, id, { ...all.record, committedAtMs })
        return accountsOf(all.effect.changes)
      })
    } catch (error) {
      labels.remove(newLabels)
      reports.splice(reports.length - newReports.length)
      throw error
    }
  }

  async #tidy(connection: DuckDBConnection): Promise<void> {
    await tidyMonths(this.#database, connection).catch((error: Error) =>
      this.#options.onTidyFailed?.(error),
    )
  }
}
