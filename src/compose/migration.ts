import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DataDirectory } from '../config/data-directory.ts'
import { noServers } from '../config/servers.ts'
import type { TargetServers } from '../config/target.ts'
import { ClickhouseReportStore } from '../storage/clickhouse/clickhouse-report-store.ts'
import { ClickhouseConnection } from '../storage/clickhouse/connection.ts'
import { DuckdbDatabase } from '../storage/duckdb/database.ts'
import { DuckdbLedgerEntries } from '../storage/duckdb/duckdb-ledger-entries.ts'
import { DuckdbReportStore } from '../storage/duckdb/duckdb-report-store.ts'
import { openPostgres } from '../storage/relational/database.ts'
import { RelationalFigureEntries } from '../storage/relational/relational-figure-entries.ts'
import { RelationalInstallation } from '../storage/relational/relational-installation.ts'
import { openSourceSqlite } from '../storage/relational/source-sqlite.ts'
import type { RelationalDatabase, Tables } from '../storage/relational/tables.ts'
import { compareFigures, type FigureComparison } from '../use-cases/compare-figures.ts'
import { type Day, formatDay } from '../values/day.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { claimTarget } from './migrate-store/claim-target.ts'
import { compareLedgers } from './migrate-store/compare-ledgers.ts'
import { copyEntries } from './migrate-store/copy-entries.ts'
import { compareRecords, copyRecords } from './migrate-store/copy-records.ts'
import { compareStores, refuseMismatch } from './pair-stores.ts'
import { placesOf } from './store-places.ts'

/** How far a migration is. */
export interface MigrationProgress {
  readonly phase: 'records' | 'figures' | 'comparing'
  /** A table, or an entry of how many. */
  readonly at: string
  /** Rows of the phase so far. */
  readonly rows: number
}

export interface MigrationOptions {
  readonly onProgress: (progress: MigrationProgress) => void
  /** Records that are copied in one transaction; 4,000 when absent. */
  readonly rowsPerBatch?: number
}

/** What a migration did and found. */
export interface MigrationSummary {
  /** Rows that were copied now, by table. */
  readonly records: Readonly<Record<string, number>>
  /** Ledger entries, and those of them that were copied now with their rows of figures. */
  readonly entries: number
  readonly copiedEntries: number
  readonly copiedRows: number
  readonly figureSeconds: number
  /** Records and totals that were compared. */
  readonly comparedRecords: number
  readonly comparedTotals: number
  /** A line for whatever differs; none when the target is as the source. */
  readonly differences: readonly string[]
}

/** Nobody waits for an answer here; a file of an import's rows may be taken in slowly. */
const patience = { readTimeoutMs: 600_000, writeTimeoutMs: 3_600_000 }
/** The lock of a run that was killed goes with its connection. */
const lockWaitMs = 5_000
const lockRetryMs = 250

interface OpenSource {
  readonly figures: DuckdbDatabase
  readonly relational: Kysely<Tables>
}

interface OpenTarget {
  readonly clickhouse: ClickhouseConnection
  readonly database: RelationalDatabase
}

/**
 * Copies the embedded stores of a data directory to servers, what is not there yet, and compares.
 * The source stays as it is.
 *
 * @throws DatabaseInUseError when another process has the source open
 * @throws UnusableStoreError when the target holds anything else
 */
export async function migrateStore(
  directory: DataDirectory,
  servers: TargetServers,
  options: MigrationOptions,
): Promise<MigrationSummary> {
  if (!existsSync(directory.figures) || !existsSync(directory.relational)) {
    throw new UnusableStoreError(`${directory.root} holds no embedded installation; see --data-dir`)
  }
  const folder = await mkdtemp(join(tmpdir(), 'adtally-migrate-'))
  const closing: (() => Promise<unknown>)[] = [() => rm(folder, { recursive: true, force: true })]
  try {
    const figures = await DuckdbDatabase.open({
      path: directory.figures,
      threads: availableParallelism(),
      spillDirectory: join(folder, 'spill'),
      readOnly: true,
    })
    closing.push(async () => figures.close())
    const relational = await openSourceSqlite(directory.relational)
    closing.push(() => relational.destroy())
    await refuseUnpaired(directory, figures, relational)
    const database = await openPostgres(servers.databaseUrl, patience)
    closing.push(() => database.close())
    const clickhouse = new ClickhouseConnection({ ...servers.clickhouse, ...patience })
    closing.push(() => clickhouse.close())
    const [source, target] = [
      { figures, relational },
      { clickhouse, database },
    ]
    return await alone(database, (locked) => migrate(source, target, locked, folder, options))
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

/** @throws UnusableStoreError when the files of the source do not belong together */
async function refuseUnpaired(
  directory: DataDirectory,
  figures: DuckdbDatabase,
  relational: Kysely<Tables>,
): Promise<void> {
  const source = { reads: relational, writes: relational, isServer: false }
  const record = await new RelationalInstallation(source).read()
  const mismatch = compareStores(record, figures.identity, await figures.pairing())
  refuseMismatch(mismatch, placesOf({ ...directory, servers: noServers }))
}

/** Runs work while nobody else writes figures to the target. */
async function alone<Result>(
  database: RelationalDatabase,
  work: (locked: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let waitedMs = 0; ; waitedMs += lockRetryMs) {
    const done = await database.withWriterLock({ wait: false }, async (locked) => ({
      result: await work(locked),
    }))
    if (done) return done.result
    if (waitedMs >= lockWaitMs) {
      throw new UnusableStoreError('Another process is importing into the target; end it, or wait.')
    }
    await delay(lockRetryMs)
  }
}

async function migrate(
  source: OpenSource,
  { clickhouse, database }: OpenTarget,
  locked: Kysely<Tables>,
  folder: string,
  { onProgress, ...batches }: MigrationOptions,
): Promise<MigrationSummary> {
  const { figures, relational } = source
  const lastEntry = figures.nextEntry - 1
  await claimTarget({ identity: figures.identity, relational }, { clickhouse, relational: locked })
  const stores = { source: relational, target: database.writes, lastEntry, ...batches }
  const records = await copyRecords(stores, ({ table, rows, of }) =>
    onProgress({ phase: 'records', at: `${table}, ${of} in all`, rows }),
  )
  const entries = new RelationalFigureEntries(database)
  const ledgers = { source: figures, clickhouse, entries, relational: locked, folder }
  const startedAt = performance.now()
  const copied = await copyEntries(ledgers, ({ entry, of, rows }) =>
    onProgress({ phase: 'figures', at: `entry ${entry} of ${of}`, rows }),
  )
  const figureSeconds = (performance.now() - startedAt) / 1_000

  const compared = await compareRecords(stores)
  const totals = await compareTotals(
    source,
    new ClickhouseReportStore(clickhouse, entries),
    onProgress,
  )
  return {
    records,
    entries: lastEntry,
    copiedEntries: copied.entries,
    copiedRows: copied.rows,
    figureSeconds,
    comparedRecords: compared.rows,
    comparedTotals: totals.compared,
    differences: [
      ...compared.differences,
      ...(await compareLedgers(ledgers)),
      ...(await toLines(relational, totals)),
    ],
  }
}

/** Totals of every account and secondary report, now and at three instants of the past. */
async function compareTotals(
  { figures, relational }: OpenSource,
  target: ClickhouseReportStore,
  onProgress: MigrationOptions['onProgress'],
): Promise<FigureComparison> {
  const ledger = new DuckdbLedgerEntries(figures)
  const lines = await ledger.newest(figures.nextEntry, figures.nextEntry)
  const days = lines.flatMap(({ firstDay, lastDay }) =>
    firstDay === null || lastDay === null ? [] : [firstDay, lastDay],
  )
  if (days.length === 0) return { compared: 0, differenceCount: 0, differences: [] }
  const accounts = await relational.selectFrom('accounts').select('id').orderBy('id').execute()
  const books = await ledger.secondaryReports()
  const instants = [1, 2, 3].map(
    (quarter) => lines[Math.floor((lines.length * quarter) / 4)]!.committedAtMs,
  )
  return compareFigures(
    new DuckdbReportStore(figures),
    target,
    {
      accounts: [...accounts.map(({ id }) => id), ...books.map(({ reportId }) => reportId)],
      days: {
        firstDay: days.reduce((a, b) => (a < b ? a : b)),
        lastDay: days.reduce((a, b) => (a > b ? a : b)),
      },
      asOfMs: [...new Set(instants)],
    },
    (rows) => onProgress({ phase: 'comparing', at: 'totals per day and app', rows }),
  )
}

async function toLines(
  relational: Kysely<Tables>,
  { differences, differenceCount }: FigureComparison,
): Promise<string[]> {
  if (differenceCount === 0) return []
  const apps = await relational.selectFrom('apps').select(['key', 'app_id']).execute()
  const names = new Map(apps.map(({ key, app_id }) => [key, app_id]))
  const lines = differences.map(({ day, app, asOfMs, table, source, target }) => {
    const when = asOfMs === null ? '' : ` as of ${new Date(asOfMs).toISOString()}`
    return `${formatDay(day as Day)} ${names.get(app) ?? app}${when} (${table}): ${stated(source)} here, ${stated(target)} in the target`
  })
  const more = differenceCount - lines.length
  return more > 0 ? [...lines, `and ${more} more days and apps`] : lines
}

const units = ['impressions', 'clicks', 'installs', 'micros']
const stated = (totals: readonly bigint[] | null): string =>
  totals?.map((total, index) => `${total} ${units[index]}`).join(', ') ?? 'nothing'
