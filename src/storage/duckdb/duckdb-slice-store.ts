import type { DuckDBConnection } from '@duckdb/node-api'
import { figureKey } from '../../ledger/figure-keys.ts'
import type { SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { NewLabel } from '../../ledger/journal.ts'
import { assignReports } from '../../ledger/secondary-reports.ts'
import { planImport } from '../../staging/plan-import.ts'
import { lastDayZone } from '../../staging/plan-merge.ts'
import { previewDays } from '../../staging/preview-days.ts'
import { refuse } from '../../staging/refusals.ts'
import { withinDays } from '../../staging/slice-range.ts'
import type {
  CommittedImport,
  ImportEffect,
  NewImport,
  NewUndo,
  PreviewedImport,
  SliceStore,
  UndoneImport,
} from '../../staging/slice-store.ts'
import type { CurrentSlices, StagedApp, StagedSlices } from '../../staging/staged-slices.ts'
import { resolveLabels } from '../sql/resolve-labels.ts'
import type { DuckdbDatabase } from './database.ts'
import { DuckdbLedgerEntries } from './duckdb-ledger-entries.ts'
import { removeAccount } from './remove-account.ts'
import { tidyMonths } from './tidy-months.ts'
import { undoImport } from './undo-import.ts'
import { writeChanges } from './write-changes.ts'

/** The tables themselves, because the scratch is a connection to the same file. */
const current: CurrentSlices = {
  slices: async (range) => `(FROM slices WHERE ${withinDays(range)})`,
  figures: async (range) => `(FROM figures WHERE ${withinDays(range)})`,
}

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

  async preview(staged: StagedSlices, entry: NewImport): Promise<PreviewedImport> {
    const { effect, reportIds } = await this.#plan(staged, entry.apps.expected(), entry)
    return { ...effect, ...(await previewDays(staged.scratch, reportIds)) }
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
    { source, report, revision, dayZone, maxNewNames }: NewImport,
  ): Promise<Planned> {
    if (staged.rowCount === 0 && !staged.scope) {
      throw refuse('nothing_to_import', {})
    }
    const accountIds = [
      ...apps.map(({ accountId }) => accountId),
      ...(staged.scope ? [staged.scope.accountId] : []),
    ]
    const entries = new DuckdbLedgerEntries(this.#database)
    const existing = await entries.secondaryReports()
    const reports = assignReports(existing, report, accountIds)
    const { staged: labels, added } = resolveLabels(
      ...([this.#database.labels, staged, reports.ids, maxNewNames] as const),
    )
    const entry = this.#database.nextEntry
    const resolution = {
      ...{ entry, apps, labels, reportIds: reports.ids, reports: existing },
      sources: { source, entries },
    }
    const effect = await planImport(staged, resolution, current)
    const isMerge = revision?.kind === 'merge'
    return {
      ...{ effect, newLabels: added, newReports: reports.added, reportIds: reports.ids },
      dayZone: isMerge ? await lastDayZone(staged.scratch, entries) : dayZone,
    }
  }

  async #write(
    { scratch, rates }: StagedSlices,
    entry: NewImport,
    { effect, newLabels, newReports, dayZone }: Planned,
  ): Promise<void> {
    const id = this.#database.nextEntry
    // Readers may see the rows before the commit returns, so the names must be known by then.
    const { labels } = this.#database
    labels.add(newLabels)
    try {
      await this.#database.commitEntry(scratch, entry.committedAt, async (committedAt) => {
        if (newLabels.length > 0) {
          await scratch.run(
            'INSERT INTO account_labels SELECT account, kind, code, name FROM staged_labels WHERE is_new',
          )
        }
        for (const { reportId, accountId, name } of newReports) {
          await scratch.run('INSERT INTO books VALUES ($1, $2, $3)', [reportId, accountId, name])
        }
        const touched = await writeChanges(scratch, id, committedAt, {
          ...{ ...entry, dayZone, undoes: null },
          kind: entry.revision?.kind ?? 'import',
          subject: entry.revision?.subject ?? null,
          rows: effect.rows,
          slices: effect.slices + effect.removedSlices,
        })
        if (rates.length > 0) {
          await scratch.run(`INSERT INTO originals
            SELECT ${figureKey}, ${id}, currency, rate, amount FROM foreign_rows`)
        }
        return touched
      })
    } catch (error) {
      labels.remove(newLabels)
      throw error
    }
  }

  #tidy(): Promise<void> {
    return this.#database
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
