import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FigureEntries, LedgerWrite } from '../../src/ledger/journal.ts'
import { openRelational } from '../../src/records/database.ts'
import type { RelationalDatabase } from '../../src/records/relational-database.ts'
import { RelationalFigureEntries } from '../../src/records/relational-figure-entries.ts'
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
  const entries = new RelationalFigureEntries(relational)
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
    entries: withStep(entries, beforeCommit),
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
function withStep(
  entries: RelationalFigureEntries,
  beforeCommit: (write: LedgerWrite) => Promise<void>,
): FigureEntries {
  return {
    state: () => entries.state(),
    stateOf: (account) => entries.stateOf(account),
    entryAt: (epochMs: number) => entries.entryAt(epochMs),
    lastWithRows: () => entries.lastWithRows(),
    labels: (after: number, until: number) => entries.labels(after, until),
    secondaryReports: () => entries.secondaryReports(),
    newest: (before: number, limit: number) => entries.newest(before, limit),
    byIds: (ids: readonly number[]) => entries.byIds(ids),
    ofRequest: (request: string) => entries.ofRequest(request),
    undos: () => entries.undos(),
    revisions: () => entries.revisions(),
    removeAccounts: (accounts, lastEntry) => entries.removeAccounts(accounts, lastEntry),
    recover: (keeper) => entries.recover(keeper),
    write: (keeper, work) =>
      entries.write(keeper, (write) =>
        work({
          entry: write.entry,
          state: write.state,
          lastCommittedMs: write.lastCommittedMs,
          ship: () => write.ship(),
          lastEntry: () => write.lastEntry(),
          commit: async (...what) => {
            await beforeCommit(write)
            await write.commit(...what)
          },
        }),
      ),
  }
}
