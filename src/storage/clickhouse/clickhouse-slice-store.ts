import { mkdir, mkdtempDisposable } from 'node:fs/promises'
import { join } from 'node:path'
import type { FactKind } from '../../facts/fact-kind.ts'
import { figures } from '../../facts/figures.ts'
import type { JournalState, Leftovers } from '../../ledger/journal.ts'
import type { FigureEntries } from '../../records/figure-entries.ts'
import type { LedgerWrite } from '../../records/ledger-write.ts'
import type { EntryState } from '../../staging/entry-state.ts'
import { mayHaveOriginals } from '../../staging/originals.ts'
import { withOtherKind } from '../../staging/plan-entry.ts'
import {
  assertUndoable,
  bookingOfUndo,
  bookUndone,
  endedBy,
  isAppEnd,
  planUndo,
} from '../../staging/plan-undo.ts'
import { accountsOf } from '../../staging/read-changes.ts'
import { reportCodes } from '../../staging/report-codes.ts'
import type { Scratch, ScratchDatabase } from '../../staging/scratch-database.ts'
import type { EntryWrite, NewUndo, SliceStore, UndoneImport } from '../../staging/slice-store.ts'
import { undoKinds } from '../../staging/undo-kinds.ts'
import type { ClickhouseConnection } from './connection.ts'
import { JournalSlices } from './current-slices.ts'
import { deleteRows, journalCleanup } from './journal-cleanup.ts'
import { highestEntry } from './journal-extent.ts'
import { LabelCache } from './label-cache.ts'
import { shipImport, shipUndo } from './ship-changes.ts'

export interface ClickhouseSliceOptions {
  readonly connection: ClickhouseConnection
  readonly entries: FigureEntries
  readonly scratch: ScratchDatabase
  /** For files during a commit. */
  readonly workDirectory: string
  /** Called before each write with the entries of interrupted writers. */
  readonly confirmPendingApps?: (leftovers: Leftovers) => Promise<void>
}

/**
 * Stores slices in a journal in ClickHouse. A scratch computes the changes of a commit from the touched
 * slices. The differences are added to the journal, and the ledger's commit makes them visible.
 */
export class ClickhouseSliceStore implements SliceStore {
  readonly #options: ClickhouseSliceOptions
  readonly #labels: LabelCache

  constructor(options: ClickhouseSliceOptions) {
    this.#options = options
    this.#labels = new LabelCache(options.entries)
  }

  withScratch<Result>(work: (scratch: Scratch) => Promise<Result>): Promise<Result> {
    return this.#options.scratch.withConnection(work)
  }

  async read<Result>(work: (state: EntryState) => Promise<Result>): Promise<Result> {
    const state = await this.#options.entries.state()
    return this.#withFolder(async (folder) => {
      const currentOf = (kind: FactKind) =>
        new JournalSlices(this.#options.connection, state, folder, kind)
      return work(await this.#state(state.last + 1, state, currentOf))
    })
  }

  write<Result>(work: (write: EntryWrite) => Promise<Result>): Promise<Result> {
    const { connection } = this.#options
    return this.#write(async (write, folder) => {
      const currentOf = (kind: FactKind) => new JournalSlices(connection, write.state, folder, kind)
      return work({
        ...(await this.#state(write.entry, write.state, currentOf)),
        lastCommittedMs: write.state.last === 0 ? null : write.lastCommittedMs,
        lastEntry: () => write.lastEntry(),
        commit: async (staged, planned, committedAtMs) => {
          const { effect, newLabels, newReports, record, planOther } = planned
          const { scratch, kind: first, otherKinds = [] } = staged
          const source = { connection: scratch, folder }
          write.ship()
          const { entry } = write
          await shipImport(connection, source, entry, currentOf(first), mayHaveOriginals(staged))
          let all = { effect, record }
          for (const kind of otherKinds) {
            const other = await planOther(kind)
            const hasOriginals = mayHaveOriginals({ ...staged, kind })
            await shipImport(connection, source, entry, currentOf(kind), hasOriginals)
            all = withOtherKind(all, other)
          }
          const accounts = accountsOf(all.effect.changes)
          await write.commit({ ...all.record, committedAtMs }, newLabels, newReports, accounts)
        },
      })
    })
  }

  undo(importId: number, { committedAt, beginWrite }: NewUndo): Promise<UndoneImport> {
    const { connection, entries } = this.#options
    return this.#write((write, folder) =>
      this.withScratch(async (scratch) => {
        const undos = (await entries.undos()).map(({ id, undoes }) => ({ id, undoes: undoes! }))
        const [found] = await entries.byIds([importId])
        const undone = assertUndoable(importId, found)
        const revisions = await entries.revisions()
        const labels = await this.#labels.at(write.state.last)
        const reports = await entries.secondaryReports()
        const ofAllApps = revisions.some(isAppEnd)
        const endedApps = endedBy(importId, revisions)
        const bookingOf = (accounts: readonly number[]) => ({
          ...bookingOfUndo(write.entry, entries),
          ...reportCodes(labels, [], reports, accounts),
        })
        const undoKind = async (kind: FactKind) => {
          const isBooked = kind.name === figures.name
          const slices = new JournalSlices(connection, write.state, folder, kind)
          const versions = await slices.versionsChangedBy(importId, { endedApps, ofAllApps })
          const plan = {
            importId,
            undos,
            revisions,
            versions,
            bookingOf: isBooked ? bookingOf : () => null,
          }
          const booking = await planUndo(scratch, plan, slices)
          await slices.loadRestored(scratch, reports)
          const effect = await bookUndone(scratch, importId, booking, slices)
          if (isBooked) {
            await beginWrite(write.lastCommittedMs)
            write.ship()
          }
          await shipUndo(connection, { connection: scratch, folder }, write.entry, slices)
          return effect
        }
        const { effect, record } = await undoKinds(undone, undoKind)
        const committedAtMs = Math.max(committedAt.getTime(), write.lastCommittedMs)
        await write.commit({ ...record, committedAtMs }, [], [], accountsOf(effect.changes))
        const { restored, removed, kept } = effect
        return { entry: write.entry, restored, removed, keptLater: kept }
      }),
    )
  }

  removeAccount(accountId: number, finish: () => Promise<void>): Promise<void> {
    const { connection, entries } = this.#options
    return this.#write(async () => {
      const reports = await entries.secondaryReports()
      const own = reports.filter((report) => report.accountId === accountId)
      const accounts = [accountId, ...own.map(({ reportId }) => reportId)]
      await deleteRows(connection, () => `account IN (${accounts.join(', ')})`)
      await entries.removeAccounts(accounts, await highestEntry(connection, accounts))
      await finish()
    })
  }

  /** Cleans up after interrupted writers, unless another process is writing. */
  recover(): Promise<void> {
    return this.#options.entries.recover(this.#cleanup)
  }

  async #state(
    entry: number,
    { last }: JournalState,
    currentOf: EntryState['currentOf'],
  ): Promise<EntryState> {
    const { entries } = this.#options
    const labels = await this.#labels.at(last)
    return { entry, labels, reports: await entries.secondaryReports(), entries, currentOf }
  }

  get #cleanup() {
    const { connection, confirmPendingApps = async () => undefined } = this.#options
    return journalCleanup(connection, confirmPendingApps)
  }

  #write<Result>(work: (write: LedgerWrite, folder: string) => Promise<Result>): Promise<Result> {
    return this.#options.entries.write(this.#cleanup, (write) =>
      this.#withFolder((folder) => work(write, folder)),
    )
  }

  async #withFolder<Result>(work: (folder: string) => Promise<Result>): Promise<Result> {
    const { workDirectory } = this.#options
    await mkdir(workDirectory, { recursive: true })
    await using folder = await mkdtempDisposable(join(workDirectory, 'entry-'))
    return await work(folder.path)
  }
}
