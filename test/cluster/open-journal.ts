import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { JournalCleanup } from '../../src/ledger/journal.ts'
import { openRelational } from '../../src/records/database.ts'
import { FigureEntries } from '../../src/records/figure-entries.ts'
import type { LedgerWrite } from '../../src/records/ledger-write.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { RememberedFigureEntries } from '../../src/records/remembered/remembered-figure-entries.ts'
import { ScratchDatabase } from '../../src/staging/scratch-database.ts'
import { visibleRows } from '../../src/storage/clickhouse/clickhouse-dialect.ts'
import { ClickhouseFigureLedger } from '../../src/storage/clickhouse/clickhouse-figure-ledger.ts'
import type { ClickhouseOptions } from '../../src/storage/clickhouse/clickhouse-options.ts'
import { ClickhouseReportStore } from '../../src/storage/clickhouse/clickhouse-report-store.ts'
import { ClickhouseSliceStore } from '../../src/storage/clickhouse/clickhouse-slice-store.ts'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { ensureSchema } from '../../src/storage/clickhouse/migrate.ts'
import type { OpenStore } from '../contracts/stored-figures.ts'
import { journalRequests, requestLines } from '../fixtures/stored-requests.ts'

export interface JournalOptions {
  /** A SQLite file or a PostgreSQL URL; in memory when absent. */
  readonly relational?: string
  /** A step before each commit; it may throw or never end. */
  readonly beforeCommit?: (write: LedgerWrite) => Promise<void>
}

/** Figures in ClickHouse, with access to the layers below for tests. */
export interface OpenJournal extends OpenStore {
  readonly ledger: ClickhouseFigureLedger
  readonly connection: ClickhouseConnection
  readonly relational: RelationalDatabase
}

/** Opens only the stores of figures, with their ledger in a relational database. */
export async function openJournal(
  options: ClickhouseOptions,
  { relational: address = ':memory:', beforeCommit = async () => undefined }: JournalOptions = {},
): Promise<OpenJournal> {
  const workDirectory = await mkdtemp(join(tmpdir(), 'adtally-journal-'))
  const relational = await openRelational(address)
  const entries = new FigureEntries(relational)
  const connection = new ClickhouseConnection(options)
  const scratch = await ScratchDatabase.open(1, join(workDirectory, 'spill'))
  const close = async () => {
    scratch.close()
    await connection.close()
    await relational.close()
    await rm(workDirectory, { recursive: true })
  }
  try {
    await ensureSchema(connection, (await entries.state()).identity)
  } catch (error) {
    await close()
    throw error
  }
  const slices = new ClickhouseSliceStore({
    connection,
    entries: new SteppedEntries(relational, beforeCommit),
    scratch,
    workDirectory,
  })
  return {
    slices,
    store: new ClickhouseReportStore(connection, new RememberedFigureEntries(relational), entries),
    requests: async () => {
      const visible = visibleRows(await entries.state()).join(' AND ')
      return requestLines(await journalRequests(connection, visible), 1)
    },
    ledger: new ClickhouseFigureLedger(connection, entries),
    connection,
    relational,
    close,
  }
}

/** The same ledger, with a step between sending the rows and the commit. */
class SteppedEntries extends FigureEntries {
  readonly #beforeCommit: (write: LedgerWrite) => Promise<void>

  constructor(database: RelationalDatabase, beforeCommit: (write: LedgerWrite) => Promise<void>) {
    super(database)
    this.#beforeCommit = beforeCommit
  }

  override write<Result>(
    cleanup: JournalCleanup,
    work: (write: LedgerWrite) => Promise<Result>,
  ): Promise<Result> {
    return super.write(cleanup, (write) => {
      const commit = write.commit.bind(write)
      write.commit = async (...entry) => {
        await this.#beforeCommit(write)
        await commit(...entry)
      }
      return work(write)
    })
  }
}
