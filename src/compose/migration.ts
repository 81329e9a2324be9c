import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { availableParallelism, tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import type { Kysely } from 'kysely'
import type { DataDirectory } from '../config/data-directory.ts'
import { noServers } from '../config/servers.ts'
import type { TargetServers } from '../config/target.ts'
import { openPostgres } from '../records/database.ts'
import { FigureEntries } from '../records/figure-entries.ts'
import { HistoryHorizons } from '../records/history-horizons.ts'
import { InstallationRecords } from '../records/installation-records.ts'
import type { RelationalDatabase } from '../records/relational-database.ts'
import { openSourceSqlite } from '../records/source-sqlite.ts'
import type { Tables } from '../records/tables/tables.ts'
import { ClickhouseReportStore } from '../storage/clickhouse/clickhouse-report-store.ts'
import { ClickhouseConnection } from '../storage/clickhouse/connection.ts'
import { DuckdbDatabase } from '../storage/duckdb/database.ts'
import { DuckdbLedgerEntries } from '../storage/duckdb/duckdb-ledger-entries.ts'
import { DuckdbReportStore } from '../storage/duckdb/duckdb-report-store.ts'
import { compareFigures, type FigureComparison } from '../use-cases/compare-figures.ts'
import { type Day, formatDay } from '../values/day.ts'
import { UnusableStoreError } from '../values/unusable-store-error.ts'
import { claimTarget } from './migrate-store/claim-target.ts'
import { compareLedgers } from './migrate-store/compare-ledgers.ts'
import { copyEntries } from './migrate-store/copy-entries.ts'
import { compareRecords, copyRecords } from './migrate-store/copy-records.ts'
import { compareStores, refuseMismatch } from './pair-stores.ts'
import { storePlaces } from './store-places.ts'

export interface MigrationProgress {
  readonly phase: 'records' | 'figures' | 'comparing'
  /** The current table or entry. */
  readonly at: string
  /** Rows done in this phase. */
  readonly rows: number
}

export interface MigrationOptions {
  readonly onProgress: (progress: MigrationProgress) => void
  /** Records copied in one transaction; 4,000 when absent. */
  readonly rowsPerBatch?: number
}

export interface MigrationSummary {
  /** Rows copied by this run, by table. */
  readonly records: Readonly<Record<string, number>>
  /** All ledger entries; the copied ones and their rows of figures are of this run. */
  readonly entries: number
  readonly copiedEntries: number
  readonly copiedRows: number
  readonly figureSeconds: number
  readonly comparedRecords: number
  readonly comparedTotals: number
  /** A line for each difference. */
  readonly differences: readonly string[]
}

/** Long, because inserting a large file may take long and no client waits for it. */
const timeouts = { readTimeoutMs: 600_000, writeTimeoutMs: 3_600_000 }
/** Long enough for the server to release the lock of a run that was killed. */
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
 * Copies the embedded stores of a data directory to servers, continuing an earlier run, and compares
 * them. The source is not changed.
 *
 * @throws DatabaseInUseError when another process has the source open
 * @throws UnusableStoreError when the target contains other data
 */
export async function migrateStore(
  directory: DataDirectory,
  servers: TargetServers,
  options: MigrationOptions,
): Promise<MigrationSummary> {
  if (!existsSync(directory.figures) || !existsSync(directory.relational)) {
    throw new UnusableStoreError(
      `${directory.root} contains no data of Adtally. Choose a data directory with --data-dir`,
    )
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
    const database = await openPostgres(servers.databaseUrl, { ...timeouts, replacesSecret: true })
    closing.push(() => database.close())
    const clickhouse = new ClickhouseConnection({ ...servers.clickhouse, ...timeouts })
    closing.push(() => clickhouse.close())
    const [source, target] = [
      { figures, relational },
      { clickhouse, database },
    ]
    return await withWriterLock(database, (locked) =>
      migrate(source, target, locked, folder, options),
    )
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
  const record = await new InstallationRecords(source).read()
  const mismatch = compareStores(record, figures.identity, figures.pairing)
  refuseMismatch(mismatch, storePlaces({ ...directory, servers: noServers }))
}

/** @throws UnusableStoreError when another process has the target's writer lock */
async function withWriterLock<Result>(
  database: RelationalDatabase,
  work: (locked: Kysely<Tables>) => Promise<Result>,
): Promise<Result> {
  for (let waitedMs = 0; ; waitedMs += lockRetryMs) {
    const done = await database.withWriterLock({ wait: false }, async (locked) => ({
      result: await work(locked),
    }))
    if (done) return done.result
    if (waitedMs >= lockWaitMs) {
      throw new UnusableStoreError(
        'Another process is importing into the target. Stop it, or wait until it has finished.',
      )
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
  const stores = {
    source: relational.withoutPlugins(),
    target: database.writes.withoutPlugins(),
    lastEntry,
    ...batches,
  }
  const records = await copyRecords(stores, ({ table, rows, of }) =>
    onProgress({ phase: 'records', at: `${table}, ${of} in all`, rows }),
  )
  const entries = new FigureEntries(database)
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

/** Compares the totals of every account and secondary report, now and at three past times. */
async function compareTotals(
  { figures, relational }: OpenSource,
  target: ClickhouseReportStore,
  onProgress: MigrationOptions['onProgress'],
): Promise<FigureComparison> {
  const ledger = new DuckdbLedgerEntries(figures)
  const entries = await ledger.newest(figures.nextEntry, figures.nextEntry)
  const days = entries.flatMap(({ firstDay, lastDay }) =>
    firstDay === null || lastDay === null ? [] : [firstDay, lastDay],
  )
  if (days.length === 0) return { compared: 0, differenceCount: 0, differences: [] }
  const accounts = await relational.selectFrom('accounts').select('id').orderBy('id').execute()
  const reports = await ledger.secondaryReports()
  const horizons = new HistoryHorizons({ reads: relational, writes: relational })
  const horizonEntry = (await horizons.current())?.entry ?? 0
  const stored = entries.filter(({ id }) => id >= horizonEntry)
  const instants = [1, 2, 3].map(
    (quarter) => stored[Math.floor((stored.length * quarter) / 4)]!.committedAtMs,
  )
  return compareFigures(
    new DuckdbReportStore(figures),
    target,
    {
      accounts: [...accounts.map(({ id }) => id), ...reports.map(({ reportId }) => reportId)],
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
  const apps = await relational.selectFrom('apps').select(['key', 'appId']).execute()
  const names = new Map(apps.map(({ key, appId }) => [key, appId]))
  const lines = differences.map(({ day, app, asOfMs, table, source, target }) => {
    const when = asOfMs === null ? '' : ` as of ${new Date(asOfMs).toISOString()}`
    return `${formatDay(day as Day)} ${names.get(app) ?? app}${when} (${table}): ${describe(source)} in the source, ${describe(target)} in the target`
  })
  const more = differenceCount - lines.length
  return more > 0 ? [...lines, `and ${more} more days and apps`] : lines
}

const units = ['impressions', 'clicks', 'installs', 'micros']
const describe = (totals: readonly bigint[] | null): string =>
  totals?.map((total, index) => `${total} ${units[index]}`).join(', ') ?? 'nothing'
