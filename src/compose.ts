import { mkdirSync, rmSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join } from 'node:path'
import { Accounts } from './accounts/accounts.ts'
import { KeyVault } from './accounts/key-vault.ts'
import { Sessions } from './accounts/sessions.ts'
import type { AppStore } from './catalogue/app-store.ts'
import type { CommunityStore } from './community/community-store.ts'
import type { DataDirectory } from './config.ts'
import type { FailedImports } from './history/failed-imports.ts'
import type { FigureLedger } from './history/figure-ledger.ts'
import type { FinalityRules } from './history/finality.ts'
import { LocalOperations } from './operations/local-operations.ts'
import type { Operations } from './operations/operations.ts'
import type { ReportStore } from './reporting/report-store.ts'
import { DuckdbDatabase } from './storage/duckdb/database.ts'
import { DuckdbFigureLedger } from './storage/duckdb/duckdb-figure-ledger.ts'
import { DuckdbFigureWriter } from './storage/duckdb/duckdb-figure-writer.ts'
import { DuckdbReportStore } from './storage/duckdb/duckdb-report-store.ts'
import { readParquet } from './storage/duckdb/read-parquet.ts'
import { openRelational } from './storage/relational/database.ts'
import { RelationalAccountStore } from './storage/relational/relational-account-store.ts'
import { RelationalAppStore } from './storage/relational/relational-app-store.ts'
import { RelationalCommunityStore } from './storage/relational/relational-community-store.ts'
import { RelationalCommunityWriter } from './storage/relational/relational-community-writer.ts'
import { RelationalFailedImports } from './storage/relational/relational-failed-imports.ts'
import { RelationalFinalityRules } from './storage/relational/relational-finality-rules.ts'
import { RelationalSessionStore } from './storage/relational/relational-session-store.ts'
import { readSecret } from './storage/secret-file.ts'

export { DatabaseError, DatabaseInUseError } from './storage/duckdb/database.ts'
export { PostgresError } from './storage/relational/postgres-error.ts'

/** An installation with its stores open. */
export interface Installation {
  readonly accounts: Accounts
  readonly sessions: Sessions
  readonly apps: AppStore
  readonly community: CommunityStore
  readonly figures: ReportStore
  readonly ledger: FigureLedger
  readonly failedImports: FailedImports
  readonly finality: FinalityRules
  readonly operations: Operations
  readonly close: () => Promise<void>
}

export interface InstallationOptions {
  /** Whether light queries are to be served, or one command is to use every processor. */
  readonly use: 'serve' | 'command'
  readonly now?: () => Date
}

/**
 * Opens the stores of a data directory, which are made at their first use.
 *
 * @throws DatabaseInUseError when another process has them open
 */
export async function openInstallation(
  directory: DataDirectory,
  { use, now = () => new Date() }: InstallationOptions,
): Promise<Installation> {
  mkdirSync(directory.root, { recursive: true })
  const database = await DuckdbDatabase.open({
    path: directory.figures,
    // One thread a query serves a mixed load best; a command has the machine to itself.
    threads: use === 'serve' ? 1 : availableParallelism(),
    spillDirectory: join(directory.work, 'spill'),
  })
  // Whoever has the stores open owns the directory: what lies here was left by a crash.
  rmSync(directory.work, { recursive: true, force: true })
  mkdirSync(directory.work, { recursive: true })
  const relational = await openRelational(directory.relational)
  const vault = new KeyVault(readSecret(directory.secret))
  const accounts = new Accounts(new RelationalAccountStore(relational), vault, now)
  const sessions = new Sessions(accounts, new RelationalSessionStore(relational), now)
  const failedImports = new RelationalFailedImports(relational)
  const apps = new RelationalAppStore(relational)
  await apps.settle(database.nextEntry - 1)
  const figures = new DuckdbReportStore(database)
  const ledger = new DuckdbFigureLedger(database)
  const finality = new RelationalFinalityRules(relational)
  const operations = new LocalOperations({
    figures,
    ledger,
    finality,
    failedImports,
    community: new RelationalCommunityWriter(relational, now),
    accounts,
    sessions,
    apps,
    writer: new DuckdbFigureWriter(database),
    readParquet: (input, columns) => readParquet(database, input, columns),
    now,
    workDirectory: directory.work,
    rejectDirectory: directory.rejects,
  })
  const close = async () => {
    await relational.close()
    database.close()
  }
  return {
    accounts,
    sessions,
    apps,
    community: new RelationalCommunityStore(relational),
    figures,
    ledger,
    failedImports,
    finality,
    operations,
    close,
  }
}
