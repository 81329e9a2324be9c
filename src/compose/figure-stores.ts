import { join } from 'node:path'
import type { DataDirectory } from '../config/data-directory.ts'
import { isShared } from '../config/servers.ts'
import type { FigureLedger, LedgerEntries } from '../ledger/figure-ledger.ts'
import type { HistoryStore } from '../ledger/history.ts'
import type { SliceFigures } from '../ledger/slice-figures.ts'
import type { AppStore } from '../publishers/app-store.ts'
import type { ReportStore } from '../reporting/report-store.ts'
import type { ReadParquet } from '../sources/readers/read-table.ts'
import { readParquet } from '../staging/scan-file.ts'
import { ScratchDatabase } from '../staging/scratch-database.ts'
import type { SliceStore } from '../staging/slice-store.ts'
import { ClickhouseFigureLedger } from '../storage/clickhouse/clickhouse-figure-ledger.ts'
import { ClickhouseHistoryStore } from '../storage/clickhouse/clickhouse-history-store.ts'
import type { ClickhouseOptions } from '../storage/clickhouse/clickhouse-options.ts'
import { ClickhouseReportStore } from '../storage/clickhouse/clickhouse-report-store.ts'
import { ClickhouseSliceFigures } from '../storage/clickhouse/clickhouse-slice-figures.ts'
import { ClickhouseSliceStore } from '../storage/clickhouse/clickhouse-slice-store.ts'
import { ClickhouseConnection } from '../storage/clickhouse/connection.ts'
import { ensureSchema } from '../storage/clickhouse/migrate.ts'
import { DuckdbDatabase } from '../storage/duckdb/database.ts'
import { DuckdbFigureLedger } from '../storage/duckdb/duckdb-figure-ledger.ts'
import { DuckdbHistoryStore } from '../storage/duckdb/duckdb-history-store.ts'
import { DuckdbLedgerEntries } from '../storage/duckdb/duckdb-ledger-entries.ts'
import { DuckdbReportStore } from '../storage/duckdb/duckdb-report-store.ts'
import { DuckdbSliceFigures } from '../storage/duckdb/duckdb-slice-figures.ts'
import { DuckdbSliceStore } from '../storage/duckdb/duckdb-slice-store.ts'
import { lockDirectory } from '../storage/files/lock-directory.ts'
import { openWorkDirectory } from '../storage/files/work-directories.ts'
import type { RelationalDatabase } from '../storage/relational/relational-database.ts'
import { RelationalFigureEntries } from '../storage/relational/relational-figure-entries.ts'
import { RememberedAppStore } from '../storage/relational/remembered/remembered-app-store.ts'
import { RememberedFigureEntries } from '../storage/relational/remembered/remembered-figure-entries.ts'
import type { UpgradeOptions } from '../storage/upgrades/migration.ts'
import { type BackUp, backUpFiles } from './backup/take-backup.ts'
import { checkJournal, refuseOtherFigures } from './check-journal.ts'
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
  const slices = new DuckdbSliceStore(database, ({ message }) => warn(message))
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

/** Opens figures in ClickHouse, with their ledger in the relational store. */
export async function openJournal(
  directory: DataDirectory,
  clickhouse: ClickhouseOptions,
  openRelational: () => Promise<RelationalDatabase>,
  options: OpenOptions,
): Promise<OpenedStores> {
  const { threads, upgrade } = options
  // A ledger in SQLite has no writer lock on a server, so lock the directory.
  const unlock = isShared(directory.servers) ? () => undefined : lockDirectory(directory.lock)
  openWorkDirectory(directory.work)
  const relational = await openRelational()
  const connection = new ClickhouseConnection(clickhouse)
  try {
    const entries = new RelationalFigureEntries(relational)
    const apps = new RememberedAppStore(relational)
    const { identity, last } = await entries.state()
    await refuseOtherFigures(directory, relational)
    await ensureSchema(connection, identity, {
      ...upgrade,
      hasFigures: last > 0,
      exclusively: (work) => relational.withWriterLock({ wait: true }, work),
    })
    const secret = await checkJournal(directory, connection, relational, options)
    const scratch = await ScratchDatabase.open(
      threads,
      join(directory.work, 'spill'),
      engineLimits(directory),
    )
    const slices = new ClickhouseSliceStore({
      connection,
      entries,
      scratch,
      workDirectory: directory.work,
      confirmPendingApps: ({ last, hidden }) => apps.confirmPendingApps(last, hidden),
    })
    await slices.recover().catch((error) => {
      scratch.close()
      throw error
    })
    await restoreUndone(apps, entries)
    const stores = {
      figures: new ClickhouseReportStore(
        connection,
        new RememberedFigureEntries(relational),
        entries,
      ),
      ledger: new ClickhouseFigureLedger(connection, entries),
      slices,
      sliceFigures: new ClickhouseSliceFigures(connection, entries),
      history: new ClickhouseHistoryStore(connection, entries, slices),
      readParquet: parquetReader(slices),
      close: async () => {
        scratch.close()
        await connection.close()
        unlock()
      },
    }
    return { relational, apps, stores, secret, backUp: null, noteChange: async () => undefined }
  } catch (error) {
    await connection.close()
    await relational.close()
    unlock()
    throw error
  }
}

/** Brings back apps whose end was undone by a process that died before it could. */
async function restoreUndone(apps: AppStore, entries: LedgerEntries): Promise<void> {
  const ended = (await apps.endings()).map(({ entry }) => entry)
  if (ended.length === 0) return
  for (const { id, undoneBy } of await entries.byIds(ended)) {
    if (undoneBy !== null) await apps.restoreEndedBy(id)
  }
}

const parquetReader = (slices: SliceStore): ReadParquet =>
  async function* (input, columns) {
    yield* await slices.withScratch((scratch) => readParquet(scratch, input, columns))
  }
