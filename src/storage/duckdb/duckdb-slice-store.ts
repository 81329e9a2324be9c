import type { DuckDBConnection } from '@duckdb/node-api'
import { figureKey } from '../../ledger/figure-keys.ts'
import type { EntryKind, SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { NewLabel } from '../../ledger/journal.ts'
import { assignReports } from '../../ledger/secondary-reports.ts'
import type { UsedRate } from '../../staging/applied-rate.ts'
import { mayHaveOriginals, usedRates } from '../../staging/originals.ts'
import { planImport, type Resolution } from '../../staging/plan-import.ts'
import { lastDayZone } from '../../staging/plan-merge.ts'
import { previewDays } from '../../staging/preview-days.ts'
import { refuse } from '../../staging/refusals.ts'
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
import { current, entriesIn } from './current-tables.ts'
import type { DuckdbDatabase } from './database.ts'
import { DuckdbLedgerEntries } from './duckdb-ledger-entries.ts'
import { removeAccount } from './remove-account.ts'
import { appendTo } from './stored-tables.ts'
import { tidyMonths } from './tidy-months.ts'
import { undoImport } from './undo-import.ts'
import { type EntryRecord, writeChanges } from './write-changes.ts'

/** Stores slices in a DuckDB file. */
export class DuckdbSliceStore implements SliceStore {
  readonly #database: DuckdbDatabase
  readonly #onTidyFailed: (error: Error) => void

  /** @param onTidyFailed called when months cannot be sorted; the next commit tries again */
  constructor(database: DuckdbDatabase, onTidyFailed: (error: Error) => void = () => undefined) {
    this.#database = database
    this.#onTidyFailed = onTidyFailed
  }

  withScratch<Result>(work: (scratch: DuckDBConnection) => Promise<Result>): Promise<Result> {
    return this.#database.withConnection(work)
  }

  usedRates(accounts: readonly number[]): Promise<UsedRate[]> {
    return this.withScratch((scratch) => usedRates(scratch, accounts, current))
  }

  async preview(staged: StagedSlices, entry: NewImport): Promise<PreviewedImport> {
    const planned = await this.#plan(staged, entry.apps.expected(), entry)
    const { effect, reportIds } = planned
    return { ...effect, ...(await previewDays(staged.scratch, reportIds, isMediation(entry))) }
  }

  commit(staged: StagedSlices, entry: NewImport): Promise<CommittedImport> {
    return this.#database.write(async () => {
      const importId = this.#database.nextEntry
      let lastEntry = importId - 1
      try {
        const apps = await entry.apps.resolve(importId)
        const planned = await this.#plan(staged, apps, entry)
        const committedMs = this.#database.committedMsAt(entry.committedAt)
        const committed = { importId, committedMs, ...planned.effect }
        await entry.announce?.(committed)
        entry.beginWrite(this.#database.lastCommittedMs)
        await this.#write(staged, entry, planned)
        lastEntry = importId
        await this.#tidy()
        return committed
      } finally {
        // While the file is being opened again, nobody knows whether the entry is in it.
        if (!this.#database.isReopening) await entry.apps.confirmPending(lastEntry)
      }
    })
  }

  undo(importId: number, undo: NewUndo): Promise<UndoneImport> {
    return this.#database.write(async () => {
      const undone = await this.#database.withConnection((connection) =>
        undoImport(this.#database, connection, importId, undo),
      )
      await this.#tidy()
      return undone
    })
  }

  removeAccount(accountId: number, finish: () => Promise<void>): Promise<void> {
    return this.#database.write(async () => {
      await removeAccount(this.#database, accountId)
      await finish()
    })
  }

  async #plan(
    staged: StagedSlices,
    apps: readonly StagedApp[],
    newEntry: NewImport,
  ): Promise<Planned> {
    const { source, revision, dayZone, maxNewNames } = newEntry
    if (staged.rowCount === 0 && !staged.scope) {
      throw refuse('nothing_to_import', {})
    }
    const accountIds = [
      ...apps.map(({ accountId }) => accountId),
      ...(staged.scope ? [staged.scope.accountId] : []),
    ]
    const entries = new DuckdbLedgerEntries(this.#database)
    const existing = this.#database.reports
    const reports = assignReports(existing, reportOf(newEntry), accountIds)
    const known = this.#database.labels
    const { staged: labels, added } = resolveLabels(
      ...([known, staged, reports.ids, maxNewNames] as const),
      isMediation(newEntry) ? staged.names : [],
    )
    const entry = this.#database.nextEntry
    const earlier = entriesIn(this.#database)
    const booking = isBooked(newEntry) && {
      ...{ entry, entries: earlier, facts: factsOf(newEntry), isMediation: isMediation(newEntry) },
      ...reportCodes(known, added, [...existing, ...reports.added], accountIds),
    }
    const resolution: Resolution = {
      ...{ entry, apps, labels, reportIds: reports.ids, reports: existing },
      ...{ sources: { source, entries: earlier }, booking: booking || null },
    }
    const effect = await planImport(staged, resolution, current)
    const isMerge = revision?.kind === 'merge'
    return {
      ...{ effect, newLabels: added, newReports: reports.added, reportIds: reports.ids },
      dayZone: isMerge ? await lastDayZone(staged.scratch, entries) : dayZone,
    }
  }

  async #write(
    staged: StagedSlices,
    entry: NewImport,
    { effect, newLabels, newReports, dayZone }: Planned,
  ): Promise<void> {
    const { scratch } = staged
    const id = this.#database.nextEntry
    // Readers may see the rows before the commit returns, so the names must be known by then.
    const { labels, reports } = this.#database
    labels.add(newLabels)
    reports.push(...newReports)
    try {
      const kind: EntryKind = entry.revision?.kind ?? 'import'
      const { source, report, subject } = factsOf(entry)
      const about = { kind, source, report, subject, request: entry.request }
      await this.#database.commitEntry(scratch, entry.committedAt, about, async (committedAt) => {
        const labelRows = newLabels.map(({ accountId, ...label }) => ({
          account: accountId,
          ...label,
        }))
        await appendTo(scratch, 'account_labels', labelRows)
        for (const { reportId, accountId, name } of newReports) {
          await scratch.run('INSERT INTO books VALUES ($1, $2, $3)', [reportId, accountId, name])
        }
        const record: EntryRecord = {
          ...{ ...entry, dayZone, undoes: null },
          ...{ kind, subject, rows: effect.rows, slices: effect.touchedSlices },
        }
        const touched = await writeChanges(scratch, id, committedAt, record)
        if (mayHaveOriginals(staged)) {
          await scratch.run(`INSERT INTO originals
            SELECT ${figureKey}, ${id}, currency, rate, amount FROM next_originals`)
        }
        return touched
      })
    } catch (error) {
      labels.remove(newLabels)
      reports.splice(reports.length - newReports.length)
      throw error
    }
  }

  async #tidy(): Promise<void> {
    await this.#database
      .withConnection((connection) => tidyMonths(this.#database, connection))
      .catch((error: Error) => this.#onTidyFailed(error))
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
