import type { DuckDBConnection, DuckDBValue } from '@duckdb/node-api'
import { labelRules } from '../facts/column-rules.ts'
import type { FactKind } from '../facts/fact-kind.ts'
import type { OnProgress } from '../sources/import-progress.ts'
import type { InputFile, TableRow } from '../sources/readers/input-file.ts'
import { limitExceeded } from '../sources/readers/reading.ts'
import { nativeFormatOf } from '../sources/staged-columns.ts'
import { findBadCells, findUnknownApps, type UnknownApps } from './bad-cells.ts'
import {
  type CheckOutcome,
  checkRows,
  type FoundCell,
  putForeignCurrencies,
  type RowChecks,
} from './check-rows.ts'
import { type RejectedSlices, rejectBadSlices } from './reject-bad-slices.ts'
import { isFileFault, refusedCell, scanCsv, scanParquet } from './scan-file.ts'
import { withScanProgress } from './scan-progress.ts'
import { appendRows, distinctOf, rowsOf } from './scratch-tables.ts'
import { stageTable, stageTypes, toColumns } from './stage-table.ts'
import { stagedNames, viewedNames } from './staged-names.ts'
import type { AccountNames, StagedApp } from './staged-slices.ts'
import { StagingNeeded, type ViewedFiles } from './view-files.ts'

/** The rows of one import, in the scratch table `stage`. */
export class Stage {
  readonly kind: FactKind
  readonly #scratch: DuckDBConnection
  readonly #onProgress: OnProgress
  /** The distinct values of columns, until rows are added or removed. */
  readonly #distinct = new Map<string, readonly (string | null)[]>()
  #viewed: ViewedFiles | null = null
  #hasLines = true
  #rowCount = 0
  /** The file that was staged last; null before the first. */
  #lastFile: Pick<InputFile, 'name' | 'reading'> | null = null

  private constructor(kind: FactKind, scratch: DuckDBConnection, onProgress: OnProgress) {
    this.kind = kind
    this.#scratch = scratch
    this.#onProgress = onProgress
  }

  static async begin(
    kind: FactKind,
    scratch: DuckDBConnection,
    onProgress: OnProgress,
  ): Promise<Stage> {
    await scratch.run(stageTable(kind))
    return new Stage(kind, scratch, onProgress)
  }

  /** The rows of files that `stage` is a view of. They can be checked and committed, not changed. */
  static ofView(
    kind: FactKind,
    scratch: DuckDBConnection,
    viewed: ViewedFiles,
    onProgress: OnProgress,
  ): Stage {
    const stage = new Stage(kind, scratch, onProgress)
    stage.#viewed = viewed
    stage.#hasLines = false
    stage.#rowCount = viewed.rowCount
    for (const [column, values] of viewed.distinct) stage.#distinct.set(column, values)
    return stage
  }

  /** The facts that are known of files whose rows were not staged; null when they were. */
  get viewed(): ViewedFiles | null {
    return this.#viewed
  }

  get scratch(): DuckDBConnection {
    return this.#scratch
  }

  get rowCount(): number {
    return this.#rowCount
  }

  /** Whether the lines of all staged rows are known. */
  get hasLines(): boolean {
    return this.#hasLines
  }

  /**
   * Stages a file that the engine reads itself, which is fast. Rows of a CSV get no line numbers.
   *
   * @param columns a CSV's columns in their order; null for Parquet
   * @returns the number of staged rows; null when the engine cannot read the file
   */
  async stageFile(
    file: number,
    input: InputFile,
    columns: readonly string[] | null,
  ): Promise<number | null> {
    this.#lastFile = input
    const scan = columns
      ? scanCsv(input, columns)
      : await scanParquet(this.#scratch, input, nativeFormatOf(this.kind))
    if (scan === null) return null
    try {
      const cells = this.kind.columns.map((column) => scan.cells.get(column) ?? 'NULL')
      const insert = `INSERT INTO stage SELECT ${file}, ${scan.line}, false, NULL, NULL, NULL, ${cells.join(', ')}
        FROM ${scan.from}`
      const { rowsChanged } = await withScanProgress(
        this.#scratch,
        this.#rowCount,
        this.#onProgress,
        () => this.#scratch.run(insert),
      )
      this.#rowCount += rowsChanged
      if (this.#rowCount > input.reading.limits.rows) {
        throw limitExceeded(input.name, 'rows', input.reading)
      }
      this.#distinct.clear()
      if (scan.line === 'NULL') this.#hasLines = false
      this.#onProgress({ phase: 'reading', rows: this.#rowCount })
      return rowsChanged
    } catch (error) {
      if (!isFileFault(error)) throw error
      const refused = columns === null ? refusedCell(error, input) : null
      if (refused) throw refused
      return null
    }
  }

  /**
   * Stages rows with their lines, cells in the order of the kind's columns. Unreadable and faulty rows
   * are staged too, for {@link check} to report.
   *
   * @returns the number of rows
   */
  async stageRows(
    file: number,
    { name, reading }: Pick<InputFile, 'name' | 'reading'>,
    rows: AsyncIterable<TableRow>,
  ): Promise<number> {
    this.#lastFile = { name, reading }
    const before = this.#rowCount
    const onChunk = (soFar: number) => {
      reading.signal.throwIfAborted()
      this.#rowCount = before + soFar
      if (this.#rowCount > reading.limits.rows) throw limitExceeded(name, 'rows', reading)
      this.#onProgress({ phase: 'reading', rows: this.#rowCount })
    }
    const { kind } = this
    const columns = (async function* () {
      for await (const row of rows) yield toColumns(kind, file, row)
    })()
    const types = stageTypes(kind)
    const appended = await appendRows(this.#scratch, 'stage', types, columns, { onChunk })
    this.#distinct.clear()
    return appended
  }

  /** Removes every staged row. */
  async clear(): Promise<void> {
    await this.#scratch.run(stageTable(this.kind))
    this.#hasLines = true
    this.#rowCount = 0
    this.#distinct.clear()
  }

  /** The distinct values of a column, including null if cells are missing. */
  async distinct(column: string): Promise<readonly (string | null)[]> {
    if (!this.#distinct.has(column)) await this.#findDistinct()
    return this.#distinct.get(column) ?? []
  }

  /** The distinct pairs of app reference and currency. */
  async distinctCurrencies(): Promise<(readonly [string, string])[]> {
    if (!this.kind.hasMoney) return []
    const currencies = await this.distinct('currency')
    if (currencies.every((currency) => currency === null)) return []
    const rows = await this.#rows(
      'SELECT DISTINCT app_id, currency FROM stage WHERE app_id IS NOT NULL AND currency IS NOT NULL',
    )
    return rows.map(([app, currency]) => [String(app), String(currency)] as const)
  }

  /** The distinct days and currencies of rows with one of these pairs of reference and currency. */
  async foreignDays(
    pairs: readonly (readonly [string, string])[],
  ): Promise<(readonly [string, string])[]> {
    await putForeignCurrencies(this.#scratch, pairs)
    const rows = await this.#rows(
      `SELECT DISTINCT date, currency
      FROM stage JOIN foreign_currencies ON app_id = reference AND currency = stated_currency
      ORDER BY date, currency`,
    )
    return rows.map(([day, currency]) => [String(day), String(currency)] as const)
  }

  /** Checks the rows and lists the bad cells. @throws StagingNeeded when a view has any */
  async check(checks: RowChecks): Promise<CheckOutcome> {
    if (!this.#viewed) return checkRows(this.#scratch, this.kind, checks)
    if (checks.badLabels.length + checks.foreignCurrencies.length > 0) throw new StagingNeeded()
    return { badCells: 0, unreadable: 0 }
  }

  /**
   * The bad cells that {@link check} found, sorted by file and line.
   *
   * @param limit all when absent
   */
  async badCells(limit?: number, which?: 'except unknown apps'): Promise<FoundCell[]> {
    return findBadCells(this.#scratch, limit, which)
  }

  /**
   * The unknown apps that {@link check} found, by where they are first.
   *
   * @returns the first of them, and the rows of all
   */
  async unknownApps(limit: number): Promise<UnknownApps> {
    return findUnknownApps(this.#scratch, limit)
  }

  /**
   * Removes every row whose slice has a bad cell. Several references may mean the same app.
   *
   * @returns the rows by file and line, and the number of their slices
   */
  async rejectBadSlices(apps: readonly StagedApp[]): Promise<RejectedSlices> {
    const rejected = await rejectBadSlices(this.#scratch, this.kind, apps)
    this.#rowCount -= rejected.rows.length
    this.#distinct.clear()
    return rejected
  }

  /** The distinct names of each account in columns that are stored as codes. */
  async names(apps: readonly StagedApp[]): Promise<AccountNames[]> {
    const [accountId, ...others] = new Set(apps.map((app) => app.accountId))
    if (accountId === undefined) return []
    if (others.length > 0) {
      return this.#viewed
        ? viewedNames(this.kind, this.#viewed, apps)
        : stagedNames(this.#scratch, this.kind, apps)
    }
    const names = this.kind.namedLabels.map(async (label) => {
      const { fallback = '' } = this.kind.labels[label]!
      const values = await this.distinct(label)
      return [label, [...new Set(values.map((value) => value ?? fallback))]] as const
    })
    return [{ accountId, ...Object.fromEntries(await Promise.all(names)) }]
  }

  /** Finds the distinct values of all labels. @throws Refusal `limit_exceeded` when a column has too many */
  async #findDistinct(): Promise<void> {
    if (!this.#lastFile) return
    const { name, reading } = this.#lastFile
    const columns = Object.keys(labelRules(this.kind))
    const limits = columns.map((column) =>
      column === 'app_id' ? ('apps' as const) : ('distinctValues' as const),
    )
    const maximum = limits.reduce((sum, limit) => sum + reading.limits[limit], 0)
    // If there are more values than all columns may have, one column has too many.
    const found = await distinctOf(
      this.#scratch,
      'stage WHERE NOT unreadable',
      columns,
      maximum + 1,
    )
    for (const [place, column] of columns.entries()) {
      const limit = limits[place]!
      const values = found[place]! as (string | null)[]
      if (values.length > reading.limits[limit]) throw limitExceeded(name, limit, reading)
      this.#distinct.set(column, values)
    }
  }

  #rows(query: string): Promise<DuckDBValue[][]> {
    return rowsOf(this.#scratch, query)
  }
}
