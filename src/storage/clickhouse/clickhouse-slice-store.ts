import { mkdir, mkdtemp, rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { SecondaryReport } from '../../ledger/figure-ledger.ts'
import type {
  FigureEntries,
  JournalState,
  LedgerWrite,
  Leftovers,
  NewLabel,
  NewLedgerEntry,
} from '../../ledger/journal.ts'
import { assignReports } from '../../ledger/secondary-reports.ts'
import type { UsedRate } from '../../staging/applied-rate.ts'
import { mayHaveOriginals, usedRates } from '../../staging/originals.ts'
import { planImport } from '../../staging/plan-import.ts'
import { lastDayZone } from '../../staging/plan-merge.ts'
import {
  assertUndoable,
  bookingOfUndo,
  bookUndone,
  endedBy,
  isAppEnd,
  planUndo,
} from '../../staging/plan-undo.ts'
import { previewDays } from '../../staging/preview-days.ts'
import { refuse } from '../../staging/refusals.ts'
import type { Scratch, ScratchDatabase } from '../../staging/scratch-database.ts'
import { factsOf, isBooked, isMediation, reportOf } from '../../staging/slice-roles.ts'
import type {
  CommittedImport,
  ImportEffect,
  NewImport,
  NewUndo,
  PreviewedImport,
  SliceStore,
  UndoneImport,
} from '../../staging/slice-store.ts'
import type { StagedApp, StagedSlices } from '../../staging/staged-slices.ts'
import { reportCodes } from '../sql/report-codes.ts'
import { resolveLabels } from '../sql/resolve-labels.ts'
import type { ClickhouseConnection } from './connection.ts'
import { JournalSlices } from './current-slices.ts'
import { deleteRows, journalCleanup } from './journal-cleanup.ts'
import { highestEntry } from './journal-extent.ts'
import { LabelCache } from './label-cache.ts'
import { changedDays, shipImport, shipUndo, touchedAccounts } from './ship-changes.ts'

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

  async usedRates(accounts: readonly number[]): Promise<UsedRate[]> {
    const state = await this.#options.entries.state()
    return this.#withFolder((folder) =>
      this.withScratch((scratch) =>
        usedRates(scratch, accounts, new JournalSlices(this.#options.connection, state, folder)),
      ),
    )
  }

  async preview(staged: StagedSlices, entry: NewImport): Promise<PreviewedImport> {
    const state = await this.#options.entries.state()
    return this.#withFolder(async (folder) => {
      const slices = new JournalSlices(this.#options.connection, state, folder)
      const { effect, reportIds } = await this.#plan(
        ...[staged, state.last + 1, state, entry.apps.expected(), entry, slices],
      )
      return {
        ...effect,
        ...(await previewDays(staged.scratch, reportIds, isMediation(entry))),
      }
    })
  }

  commit(staged: StagedSlices, entry: NewImport): Promise<CommittedImport> {
    return this.#write(async (write, folder) => {
      const importId = write.entry
      let lastEntry = importId - 1
      try {
        const apps = await entry.apps.resolve(importId)
        const slices = new JournalSlices(this.#options.connection, write.state, folder)
        const { effect, newLabels, newReports, dayZone } = await this.#plan(
          ...[staged, importId, write.state, apps, entry, slices],
        )
        const source = { connection: staged.scratch, folder }
        const committedMs = Math.max(entry.committedAt.getTime(), write.lastCommittedMs)
        const committed = { importId, committedMs, ...effect }
        await entry.announce?.(committed)
        entry.beginWrite(write.state.last === 0 ? null : write.lastCommittedMs)
        write.ship()
        await shipImport(
          this.#options.connection,
          source,
          importId,
          slices,
          mayHaveOriginals(staged),
        )
        const record = {
          ...(await changedDays(staged.scratch)),
          ...{ ...factsOf(entry), undoes: null, dayZone },
          ...{ files: entry.files, hashes: entry.hashes },
          ...{ rowCount: effect.rows, sliceCount: effect.touchedSlices },
          ...{ committedAtMs: committedMs, request: entry.request },
        } satisfies NewLedgerEntry
        const touched = await touchedAccounts(staged.scratch)
        await write.commit(record, newLabels, newReports, touched)
        lastEntry = importId
        return committed
      } finally {
        await entry.apps.confirmPending(lastEntry)
      }
    })
  }

  undo(importId: number, { committedAt, beginWrite }: NewUndo): Promise<UndoneImport> {
    const { connection, entries } = this.#options
    return this.#write((write, folder) =>
      this.withScratch(async (scratch) => {
        const undos = (await entries.undos()).map(({ id, undoes }) => ({ id, undoes: undoes! }))
        const [found] = await entries.byIds([importId])
        const undone = assertUndoable(importId, found)
        const slices = new JournalSlices(connection, write.state, folder)
        const revisions = await entries.revisions()
        const versions = await slices.versionsChangedBy(importId, {
          endedApps: endedBy(importId, revisions),
          ofAllApps: revisions.some(isAppEnd),
        })
        const labels = await this.#labels.at(write.state.last)
        const reports = await entries.secondaryReports()
        const source = {
          ...{ importId, undos, revisions, versions },
          bookingOf: (accounts: readonly number[]) => ({
            ...bookingOfUndo(write.entry, entries),
            ...reportCodes(labels, [], reports, accounts),
          }),
        }
        const booking = await planUndo(scratch, source, slices)
        await slices.loadRestored(scratch, reports)
        const effect = await bookUndone(scratch, importId, booking, slices)
        const { rows, restored, removed, kept } = effect
        await beginWrite(write.lastCommittedMs)
        write.ship()
        await shipUndo(connection, { connection: scratch, folder }, write.entry, slices)
        await write.commit(
          {
            ...(await changedDays(scratch)),
            ...{ kind: 'undo', undoes: importId, subject: null, files: [], hashes: [] },
            request: null,
            ...{ source: undone.source, dayZone: undone.dayZone, report: undone.report },
            ...{ rowCount: rows, sliceCount: restored + removed },
            committedAtMs: Math.max(committedAt.getTime(), write.lastCommittedMs),
          },
          [],
          [],
          await touchedAccounts(scratch),
        )
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

  /** Runs work that commits no entry while no other process writes. */
  withCommitLock<Result>(work: (write: LedgerWrite) => Promise<Result>): Promise<Result> {
    return this.#options.entries.write(this.#cleanup, work)
  }

  /** Cleans up after interrupted writers, unless another process is writing. */
  recover(): Promise<void> {
    return this.#options.entries.recover(this.#cleanup)
  }

  async #plan(
    staged: StagedSlices,
    id: number,
    state: JournalState,
    apps: readonly StagedApp[],
    newEntry: NewImport,
    slices: JournalSlices,
  ): Promise<Planned> {
    const { source, revision, dayZone, maxNewNames } = newEntry
    if (staged.rowCount === 0 && !staged.scope) {
      throw refuse('nothing_to_import', {})
    }
    const labels = await this.#labels.at(state.last)
    const accountIds = apps.map(({ accountId }) => accountId)
    if (staged.scope) accountIds.push(staged.scope.accountId)
    const { entries } = this.#options
    const existing = await entries.secondaryReports()
    const reports = assignReports(existing, reportOf(newEntry), accountIds)
    const { staged: codes, added } = resolveLabels(
      ...([labels, staged, reports.ids, maxNewNames] as const),
      isMediation(newEntry) ? staged.names : [],
    )
    const booking = isBooked(newEntry)
      ? {
          ...{ entry: id, entries, facts: factsOf(newEntry), isMediation: isMediation(newEntry) },
          ...reportCodes(labels, added, [...existing, ...reports.added], accountIds),
        }
      : null
    const resolution = {
      ...{ entry: id, apps, labels: codes, reportIds: reports.ids, reports: existing },
      ...{ sources: { source, entries }, booking },
    }
    const effect = await planImport(staged, resolution, slices)
    const isMerge = revision?.kind === 'merge'
    return {
      ...{ effect, newLabels: added, newReports: reports.added, reportIds: reports.ids },
      dayZone: isMerge ? await lastDayZone(staged.scratch, entries) : dayZone,
    }
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
    const folder = await mkdtemp(join(workDirectory, 'entry-'))
    try {
      return await work(folder)
    } finally {
      await rm(folder, { recursive: true, force: true })
    }
  }
}

/** A planned import with its new names and secondary reports. */
interface Planned {
  readonly effect: ImportEffect
  readonly newLabels: readonly NewLabel[]
  readonly newReports: readonly SecondaryReport[]
  readonly dayZone: string
  /** The secondary report that takes each account's place. */
  readonly reportIds: ReadonlyMap<number, number>
}
