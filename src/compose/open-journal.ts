import { join } from 'node:path'
import type { DataDirectory } from '../config/data-directory.ts'
import { isShared } from '../config/servers.ts'
import { FigureEntries } from '../records/figure-entries.ts'
import type { RelationalDatabase } from '../records/relational-database.ts'
import { RememberedAppStore } from '../records/remembered/remembered-app-store.ts'
import { RememberedFigureEntries } from '../records/remembered/remembered-figure-entries.ts'
import { ScratchDatabase } from '../staging/scratch-database.ts'
import { ClickhouseFigureLedger } from '../storage/clickhouse/clickhouse-figure-ledger.ts'
import type { ClickhouseOptions } from '../storage/clickhouse/clickhouse-options.ts'
import { ClickhouseReportStore } from '../storage/clickhouse/clickhouse-report-store.ts'
import { ClickhouseSliceFigures } from '../storage/clickhouse/clickhouse-slice-figures.ts'
import { ClickhouseSliceStore } from '../storage/clickhouse/clickhouse-slice-store.ts'
import { ClickhouseConnection } from '../storage/clickhouse/connection.ts'
import { ensureSchema } from '../storage/clickhouse/migrate.ts'
import { wholeHistory } from '../storage/clickhouse/whole-history.ts'
import { lockDirectory } from '../storage/files/lock-directory.ts'
import { openWorkDirectory } from '../storage/files/work-directories.ts'
import { checkJournal, refuseOtherFigures } from './check-journal.ts'
import { engineLimits } from './engine-limits.ts'
import {
  type OpenedStores,
  type OpenOptions,
  parquetReader,
  restoreUndone,
} from './figure-stores.ts'

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
    const entries = new FigureEntries(relational)
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
      history: wholeHistory,
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
