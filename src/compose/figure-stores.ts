import { join } from 'node:path'
import type { DataDirectory } from '../config/data-directory.ts'
import type { FigureLedger, LedgerEntries } from '../ledger/figure-ledger.ts'
import type { HistoryStore } from '../ledger/history.ts'
import type { SliceFigures } from '../ledger/slice-figures.ts'
import type { AppStore } from '../records/app-store.ts'
import type { RelationalDatabase } from '../records/relational-database.ts'
import { RememberedAppStore } from '../records/remembered/remembered-app-store.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import type { ReadParquet } from '../sources/readers/read-table.ts'
import { readParquet } from '../staging/scan-file.ts'
import type { SliceStore } from '../staging/slice-store.ts'
import { DuckdbDatabase } from '../storage/duckdb/database.ts'
import { DuckdbFigureLedger } from '../storage/duckdb/duckdb-figure-ledger.ts'
import { DuckdbHistoryStore } from '../storage/duckdb/duckdb-history-store.ts'
import { DuckdbLedgerEntries } from '../storage/duckdb/duckdb-ledger-entries.ts'
import { DuckdbReportStore } from '../storage/duckdb/duckdb-report-store.ts'
import { DuckdbSliceFigures } from '../storage/duckdb/duckdb-slice-figures.ts'
import { DuckdbSliceStore } from '../storage/duckdb/duckdb-slice-store.ts'
import { openWorkDirectory } from '../storage/files/work-directories.ts'
import type { UpgradeOptions } from '../storage/upgrades/migration.ts'
import { type BackUp, backUpFiles } from './backup/take-backup.ts'
import { engineLimits } from './engine-limits.ts'
import { openFiles, type PairedFiles, type PairingOptions } from './open-files.ts'

export interface FigureStores {
  readonly figures: ReportStore
  readonly ledger: FigureLedger
  readonly slices: SliceStore
  readonly sliceFigures: SliceFigures
  readonly history: HistoryStore
  readonly readParquet: ReadParquet
  readonly close: () => Promise<void>
}

/** The stores of figures, and the relational store that they were opened with. */
export interface OpenedStores {
  readonly relational: RelationalDatabase
  readonly apps: AppStore
  readonly stores: FigureStores
  readonly secret: Uint8Array
  /** Backs up the stores; null where servers have them. */
  readonly backUp: BackUp | null
  /** Is called after every use case: see {@link openFiles}. */
  readonly noteChange: PairedFiles['noteChange']
}

export interface OpenOptions extends PairingOptions {
  readonly threads: number
  readonly upgrade: Required<UpgradeOptions>
  /** Is called when only another process can recover from a failure. */
  readonly onLost: (error: Error) => void
}

/** Opens the DuckDB file of a data directory. */
export async function openEmbedded(
  directory: DataDirectory,
  openRelational: () => Promise<RelationalDatabase>,
  options: OpenOptions,
): Promise<OpenedStores> {
  const { threads, upgrade, warn, onLost } = options
  const openDuckdb = async () => {
    const database = await DuckdbDatabase.open({
      ...engineLimits(directory),
      path: directory.figures,
      threads,
      spillDirectory: join(directory.work, 'spill'),
      onUpgrade: upgrade.onUpgrade,
      refusesUpgrade: upgrade.refusesUpgrade,
      onReopened: async (reopened) => {
        warn(`${directory.figures} was opened again after a failure.`)
        await apps.confirmPendingApps(reopened.nextEntry - 1)
      },
      onLost,
    })
    // The open database proves that no other process uses the folder, so its files are left over.
    openWorkDirectory(directory.work)
    return database
  }
  const opened = await openFiles(directory, openDuckdb, openRelational, options)
  const { database, relational, secret, noteChange } = opened
  const apps = new RememberedAppStore(relational)
  await apps.confirmPendingApps(database.nextEntry - 1)
  await restoreUndone(apps, new DuckdbLedgerEntries(database))
  const slices = new DuckdbSliceStore(database, {
    onTidyFailed: ({ message }) => warn(message),
    confirmPendingApps: (lastEntry) => apps.confirmPendingApps(lastEntry),
  })
  const stores = {
    figures: new DuckdbReportStore(database),
    ledger: new DuckdbFigureLedger(database),
    slices,
    sliceFigures: new DuckdbSliceFigures(database),
    history: new DuckdbHistoryStore(database),
    readParquet: parquetReader(slices),
    close: async () => database.close(),
  }
  const backUp = relational.isServer ? null : backUpFiles(directory, database, options.now)
  return { relational, apps, stores, secret, backUp, noteChange }
}

/** Brings back apps whose end was undone by a process that died before it could. */
export async function restoreUndone(apps: AppStore, entries: LedgerEntries): Promise<void> {
  const ended = (await apps.endings()).map(({ entry }) => entry)
  if (ended.length === 0) return
  for (const { id, undoneBy } of await entries.byIds(ended)) {
    if (undoneBy !== null) await apps.restoreEndedBy(id)
  }
}

export const parquetReader = (slices: SliceStore): ReadParquet =>
  async function* (input, columns) {
    yield* await slices.withScratch((scratch) => readParquet(scratch, input, columns))
  }
