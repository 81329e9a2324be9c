import {
  type DuckDBConnection,
  type DuckDBValue,
  UBIGINT,
  USMALLINT,
  VARCHAR,
} from '@duckdb/node-api'
import type {
  CheckOutcome,
  CommittedImport,
  FoundCell,
  ImportSession,
  LedgerEntry,
  OnProgress,
  RejectedRow,
  RowChecks,
  StagedApp,
  StagedRow,
} from '../../ingestion/figure-writer.ts'
import { ImportError } from '../../ingestion/import-error.ts'
import type { InputFile } from '../../ingestion/input-file.ts'
import {
  type LabelColumn,
  ownStatsColumns,
  type StagedColumn,
  sliceColumns,
  stagedColumns,
} from '../../ingestion/stats-columns.ts'
import { appendRows } from './append-rows.ts'
import { checkRows } from './check-rows.ts'
import { commitStage } from './commit-stage.ts'
import type { DuckdbDatabase } from './database.ts'
import { scanCsv, scanParquet } from './scan-file.ts'

const progressIntervalMs = 200

const stageTable = `CREATE TEMP TABLE stage (
  file USMALLINT NOT NULL, line UBIGINT, ${stagedColumns.map((column) => `${column} VARCHAR`).join(', ')}
)`

/** An import on its way, its rows in a temporary table that ends with the connection. */
export class StageSession implements ImportSession {
  readonly #database: DuckdbDatabase
  readonly #connection: DuckDBConnection
  readonly #onProgress: OnProgress
  #hasLines = true
  #staged = 0

  private constructor(
    database: DuckdbDatabase,
    connection: DuckDBConnection,
    onProgress: OnProgress,
  ) {
    this.#database = database
    this.#connection = connection
    this.#onProgress = onProgress
  }

  static async begin(
    database: DuckdbDatabase,
    connection: DuckDBConnection,
    onProgress: OnProgress,
  ): Promise<StageSession> {
    await connection.run(stageTable)
    return new StageSession(database, connection, onProgress)
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
      : await scanParquet(this.#connection, input, ownStatsColumns)
    if (scan === null) return null
    const timer = setInterval(() => this.#reportScan(), progressIntervalMs)
    try {
      const cells = stagedColumns.map((column) => scan.cells.get(column) ?? 'NULL')
      const { rowsChanged } = await this.#connection.run(
        `INSERT INTO stage SELECT ${file}, ${scan.line}, ${cells.join(', ')} FROM ${scan.from}`,
      )
      this.#staged += rowsChanged
      if (scan.line === 'NULL') this.#hasLines = false
      this.#onProgress({ phase: 'reading', rows: this.#staged })
      return rowsChanged
    } catch (error) {
      if (/^(Invalid Input|IO|Conversion|Parameter Not Allowed)/.test((error as Error).message))
        return null
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

  async stageRows(file: number, rows: AsyncIterable<StagedRow>): Promise<number> {
    const types = [USMALLINT, UBIGINT, ...stagedColumns.map(() => VARCHAR)]
    const staged = (async function* () {
      for await (const { line, cells } of rows) yield [file, BigInt(line), ...cells]
    })()
    const count = await appendRows(this.#connection, 'stage', types, staged, (soFar) =>
      this.#onProgress({ phase: 'reading', rows: this.#staged + soFar }),
    )
    this.#staged += count
    return count
  }

  async clear(): Promise<void> {
    await this.#connection.run('DELETE FROM stage')
    this.#hasLines = true
    this.#staged = 0
  }

  async distinct(column: LabelColumn): Promise<(string | null)[]> {
    const rows = await this.#rows(`SELECT DISTINCT ${column} FROM stage`)
    return rows.map(([value]) => value as string | null)
  }

  async distinctCurrencies(): Promise<(readonly [string, string])[]> {
    const rows = await this.#rows(
      'SELECT DISTINCT app_id, currency FROM stage WHERE app_id IS NOT NULL AND currency IS NOT NULL',
    )
    return rows.map(([app, currency]) => [String(app), String(currency)] as const)
  }

  check(checks: RowChecks): Promise<CheckOutcome> {
    return checkRows(this.#connection, checks)
  }

  async badCells(limit?: number): Promise<FoundCell[]> {
    const rows = await this.#rows(
      `SELECT file, line, column_name, value, same_file, same_line FROM bad_cells
      ORDER BY file, line, column_order${limit === undefined ? '' : ` LIMIT ${limit}`}`,
    )
    return rows.map(([file, line, column, value, sameFile, sameLine]) => ({
      file: Number(file),
      line: Number(line),
      column: String(column),
      value: value as string | null,
      ...(sameLine !== null && { sameAs: { file: Number(sameFile), line: Number(sameLine) } }),
    }))
  }

  async rejectBadSlices(): Promise<RejectedRow[]> {
    const slice = sliceColumns.join(', ')
    await this.#connection.run(
      `CREATE TEMP TABLE bad_slices AS
      SELECT DISTINCT ${slice} FROM stage WHERE rowid IN (SELECT stage_row FROM bad_cells)`,
    )
    const rows = await this.#rows(
      `SELECT file, line, ${stagedColumns.join(', ')} FROM stage SEMI JOIN bad_slices USING (${slice})
      ORDER BY file, line`,
    )
    await this.#connection.run(
      `DELETE FROM stage WHERE (${slice}) IN (SELECT ${slice} FROM bad_slices)`,
    )
    this.#staged -= rows.length
    return rows.map(([file, line, ...cells]) => ({
      file: Number(file),
      line: Number(line),
      cells: cells as (string | null)[],
    }))
  }

  async rowCount(): Promise<number> {
    return this.#staged
  }

  commit(apps: readonly StagedApp[], entry: LedgerEntry): Promise<CommittedImport> {
    if (this.#staged === 0) throw new ImportError('nothing was imported: there are no rows')
    return commitStage(this.#database, this.#connection, apps, entry)
  }

  async #rows(query: string): Promise<DuckDBValue[][]> {
    return (await this.#connection.runAndReadAll(query)).getRows()
  }
}
