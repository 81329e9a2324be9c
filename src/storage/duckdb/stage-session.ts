import {
  BOOLEAN,
  type DuckDBConnection,
  type DuckDBValue,
  UBIGINT,
  USMALLINT,
  VARCHAR,
} from '@duckdb/node-api'
import type { SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { OnProgress } from '../../sources/import-progress.ts'
import type { InputFile, TableRow } from '../../sources/readers/input-file.ts'
import type {
  CheckOutcome,
  CommittedImport,
  FoundCell,
  ImportSession,
  NewImport,
  RejectedSlices,
  RowChecks,
  StagedApp,
} from '../../staging/figure-writer.ts'
import { refuse } from '../../staging/refusals.ts'
import {
  type LabelColumn,
  nativeFormatColumns,
  type StagedColumn,
  stagedColumns,
} from '../../staging/stats-columns.ts'
import { defaultAdTag } from '../../values/identifier.ts'
import { appendRows } from './append-rows.ts'
import { checkRows, putPairs } from './check-rows.ts'
import { commitStage } from './commit-stage.ts'
import type { DuckdbDatabase } from './database.ts'
import { rejectBadSlices } from './reject-bad-slices.ts'
import { isFileFault, scanCsv, scanParquet } from './scan-file.ts'

const progressIntervalMs = 200
/** Books have ids that no account ever has. */
const firstBook = 2_000_000_000
const noCells = stagedColumns.map(() => null)

/** Every cell as text; of an unreadable row there is only the reader's fault. */
const stageTable = `CREATE TEMP TABLE stage (
  file USMALLINT NOT NULL, line UBIGINT, unreadable BOOLEAN NOT NULL,
  fault_column VARCHAR, fault_value VARCHAR, fault_accepts VARCHAR,
  ${stagedColumns.map((column) => `${column} VARCHAR`).join(', ')}
)`

const stageTypes = [
  USMALLINT,
  UBIGINT,
  BOOLEAN,
  ...[VARCHAR, VARCHAR, VARCHAR],
  ...stagedColumns.map(() => VARCHAR),
]

/** Has a commit done between what has to come before and after it. */
export type AroundCommit = (
  commit: () => Promise<CommittedImport>,
  apps: readonly StagedApp[],
  entry: NewImport,
) => Promise<CommittedImport>

/** An import on its way, its rows in a temporary table that ends with the connection. */
export class StageSession implements ImportSession {
  readonly #database: DuckdbDatabase
  readonly #connection: DuckDBConnection
  readonly #onProgress: OnProgress
  readonly #aroundCommit: AroundCommit
  /** The distinct values of columns, until rows come or go. */
  readonly #distinct = new Map<LabelColumn, readonly (string | null)[]>()
  #hasLines = true
  #newBooks = 0
  #staged = 0

  private constructor(
    database: DuckdbDatabase,
    connection: DuckDBConnection,
    onProgress: OnProgress,
    aroundCommit: AroundCommit,
  ) {
    this.#database = database
    this.#connection = connection
    this.#onProgress = onProgress
    this.#aroundCommit = aroundCommit
  }

  static async begin(
    database: DuckdbDatabase,
    connection: DuckDBConnection,
    onProgress: OnProgress,
    aroundCommit: AroundCommit = (commit) => commit(),
  ): Promise<StageSession> {
    await connection.run(stageTable)
    return new StageSession(database, connection, onProgress, aroundCommit)
  }

  get importId(): number {
    return this.#database.nextEntry
  }

  get hasLines(): boolean {
    return this.#hasLines
  }

  async stageFile(
    file: number,
    input: InputFile,
    columns: readonly StagedColumn[] | null,
  ): Promise<number | null> {
    const scan = columns
      ? scanCsv(input, columns)
      : await scanParquet(this.#connection, input, nativeFormatColumns)
    if (scan === null) return null
    const timer = setInterval(() => this.#reportScan(), progressIntervalMs)
    try {
      const cells = stagedColumns.map((column) => scan.cells.get(column) ?? 'NULL')
      const { rowsChanged } = await this.#connection.run(
        `INSERT INTO stage SELECT ${file}, ${scan.line}, false, NULL, NULL, NULL, ${cells.join(', ')}
        FROM ${scan.from}`,
      )
      this.#staged += rowsChanged
      this.#distinct.clear()
      if (scan.line === 'NULL') this.#hasLines = false
      this.#onProgress({ phase: 'reading', rows: this.#staged })
      return rowsChanged
    } catch (error) {
      if (isFileFault(error)) return null
      throw error
    } finally {
      clearInterval(timer)
    }
  }

  #reportScan(): void {
    const { rows_processed: rows, percentage } = this.#connection.progress
    if (percentage < 0) return
    this.#onProgress({
      phase: 'reading',
      rows: this.#staged + Number(rows),
      fraction: percentage / 100,
    })
  }

  async stageRows(file: number, rows: AsyncIterable<TableRow>): Promise<number> {
    const staged = (async function* () {
      for await (const { line, cells, fault } of rows) {
        const { column = null, value = null, accepts = null } = fault ?? {}
        const known = cells ?? noCells
        yield [file, BigInt(line), cells === null, column, value, accepts, ...known]
      }
    })()
    const count = await appendRows(this.#connection, 'stage', stageTypes, staged, (soFar) =>
      this.#onProgress({ phase: 'reading', rows: this.#staged + soFar }),
    )
    this.#staged += count
    this.#distinct.clear()
    return count
  }

  async clear(): Promise<void> {
    await this.#connection.run('DELETE FROM stage')
    this.#hasLines = true
    this.#staged = 0
    this.#distinct.clear()
  }

  async distinct(column: LabelColumn): Promise<readonly (string | null)[]> {
    const known = this.#distinct.get(column)
    if (known) return known
    const rows = await this.#rows(`SELECT DISTINCT ${column} FROM stage WHERE NOT unreadable`)
    const values = rows.map(([value]) => value as string | null)
    this.#distinct.set(column, values)
    return values
  }

  async distinctCurrencies(): Promise<(readonly [string, string])[]> {
    const rows = await this.#rows(
      'SELECT DISTINCT app_id, currency FROM stage WHERE app_id IS NOT NULL AND currency IS NOT NULL',
    )
    return rows.map(([app, currency]) => [String(app), String(currency)] as const)
  }

  async foreignDays(
    pairs: readonly (readonly [string, string])[],
  ): Promise<(readonly [string, string])[]> {
    await putPairs(this.#connection, 'foreign_currencies', pairs)
    const rows = await this.#rows(
      `SELECT DISTINCT date, currency
      FROM stage JOIN foreign_currencies AS pair ON app_id = pair.first AND currency = pair.second
      ORDER BY date, currency`,
    )
    return rows.map(([day, currency]) => [String(day), String(currency)] as const)
  }

  check(checks: RowChecks): Promise<CheckOutcome> {
    return checkRows(this.#connection, checks)
  }

  async badCells(limit?: number): Promise<FoundCell[]> {
    const rows = await this.#rows(
      `SELECT file, line, column_name, value, accepts, same_file, same_line FROM bad_cells
      ORDER BY file, line, column_order${limit === undefined ? '' : ` LIMIT ${limit}`}`,
    )
    return rows.map(([file, line, column, value, accepts, sameFile, sameLine]) => ({
      file: Number(file),
      line: Number(line),
      column: String(column),
      value: value as string | null,
      ...(accepts !== null && { accepts: String(accepts) }),
      ...(sameLine !== null && { sameAs: { file: Number(sameFile), line: Number(sameLine) } }),
    }))
  }

  async rejectBadSlices(apps: readonly StagedApp[]): Promise<RejectedSlices> {
    const rejected = await rejectBadSlices(this.#connection, apps)
    this.#staged -= rejected.rows.length
    this.#distinct.clear()
    return rejected
  }

  async rowCount(): Promise<number> {
    return this.#staged
  }

  async book(accountId: number, name: string): Promise<SecondaryReport> {
    const rows = await this.#rows('SELECT id, account, name FROM books ORDER BY id')
    const known = rows.find(([, account, of]) => Number(account) === accountId && of === name)
    if (known) return { reportId: Number(known[0]), accountId, name }
    return { reportId: firstBook + rows.length + this.#newBooks++, accountId, name }
  }

  async commit(apps: readonly StagedApp[], entry: NewImport): Promise<CommittedImport> {
    if (this.#staged === 0) throw refuse('nothing_to_import', {})
    const adTags = (await this.distinct('ad_tag')).map((adTag) => adTag ?? defaultAdTag)
    const names = {
      network: (await this.distinct('network')).map(String),
      format: (await this.distinct('format')).map(String),
      ad_tag: [...new Set(adTags)],
    }
    const commit = () => commitStage(this.#database, this.#connection, apps, names, entry)
    return this.#aroundCommit(commit, apps, entry)
  }

  async #rows(query: string): Promise<DuckDBValue[][]> {
    return (await this.#connection.runAndReadAll(query)).getRows()
  }
}
