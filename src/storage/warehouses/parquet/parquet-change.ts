import { randomUUID } from 'node:crypto'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import type { FactKind } from '../../../facts/fact-kind.ts'
import { factKinds } from '../../../facts/kinds.ts'
import type { TableBatch } from '../../../reporting/report-table.ts'
import type { Day } from '../../../values/day.ts'
import { formatMonth } from '../../../values/months.ts'
import {
  fileTable,
  smallTables,
  stateTable,
  type TableRow,
  type TableRows,
  type WarehouseColumn,
} from '../../../warehouse/tables.ts'
import {
  type CopiedSlice,
  CopyChangedError,
  type CopyState,
  type WarehouseChange,
  WarehouseError,
} from '../../../warehouse/warehouse.ts'
import { storedTable } from '../sql-schema.ts'
import type { SqlSession } from '../sql-session.ts'
import { monthTotals, SqlChange, SqlWarehouse } from '../sql-warehouse.ts'
import { describeFile, type ObjectStore } from './object-store.ts'
import { type Manifest, type ManifestFile, mostBytesOf } from './parquet-manifest.ts'
import { countRows, rowsIn, writeRows } from './parquet-session.ts'
import { writeMonths } from './write-months.ts'

const kinds: readonly FactKind[] = Object.values(factKinds)

const fileColumns = (kind: FactKind): readonly WarehouseColumn[] => fileTable(kind).columns

interface ChangedCopy {
  readonly store: ObjectStore
  /** A scratch with all tables, which are empty. */
  readonly session: SqlSession
  readonly workDirectory: string
  readonly signal: AbortSignal
  readonly account: string
  /** The folder of the account, ending with `/`. */
  readonly folder: string
  /** Null where nothing was copied. */
  readonly manifest: Manifest | null
}

/** Changes months and small tables in a scratch database, and stores those that were changed as new files. */
export class ParquetChange implements WarehouseChange {
  state: CopyState | null = null
  hasCleared = false
  readonly #copy: ChangedCopy
  readonly #rows: SqlChange
  /** The tables and months that are in the scratch, as `figures 2026-03` and `apps null`. */
  readonly #loaded = new Set<string>()
  /** Local files of months that were filled anew. */
  readonly #filled = new Map<FactKind, ReadonlyMap<string, string>>()

  constructor(copy: ChangedCopy) {
    this.#copy = copy
    this.#rows = new SqlChange(copy.session)
  }

  async clear(account: string): Promise<void> {
    await this.#rows.clear(account)
    this.hasCleared = true
  }

  async endSlices(
    account: string,
    kind: FactKind,
    slices: readonly CopiedSlice[],
    endEntry: number | null,
  ): Promise<void> {
    if (endEntry !== null) throw new WarehouseError('Parquet files have no history')
    const months = new Set(slices.map(({ day }) => formatMonth(day as Day)))
    for (const month of months) await this.#loadMonth(kind, month)
    await this.#rows.endSlices(account, kind, slices, null)
  }

  /** Rows of a copy that is filled anew need no scratch: they come by month. */
  async addFacts(kind: FactKind, batches: AsyncIterable<TableBatch>): Promise<void> {
    if (!this.hasCleared) return this.#rows.addFacts(kind, batches)
    this.#filled.set(kind, await writeMonths(kind, batches, this.#copy))
  }

  async putRows(account: string, rows: TableRows, where: TableRow = {}): Promise<void> {
    const { name, columns } = rows.table
    // Without a condition, all rows are replaced.
    if (Object.keys(where).length > 0) await this.#load(name, null, name, columns)
    this.#loaded.add(`${name} ${null}`)
    await this.#rows.putRows(account, rows, where)
  }

  async putState(account: string, state: CopyState): Promise<void> {
    this.#loaded.add(`${stateTable.name} ${null}`)
    await this.#rows.putState(account, state)
    this.state = state
  }

  /**
   * Stores what was changed.
   *
   * @returns the new files. Every one is in the place of the file that the manifest has of its table and month
   * @throws CopyChangedError when a month does not add up to what Adtally has of it
   */
  async store(entry: number): Promise<ManifestFile[]> {
    const stored: ManifestFile[] = []
    try {
      for (const kind of kinds) {
        for await (const file of this.#storeKind(kind, entry)) stored.push(file)
      }
      for (const { name, columns } of smallTables) {
        if (!this.#loaded.has(`${name} ${null}`)) continue
        const rows = `SELECT ${namesOf(columns)} FROM ${name} ORDER BY ALL`
        const local = await this.#write(rows)
        stored.push(await this.#storeFile({ table: name, month: null, entry }, local))
      }
    } catch (error) {
      // Each try on a full disk would leave some more.
      const { store, folder } = this.#copy
      for (const { path } of stored) await store.delete(`${folder}${path}`).catch(() => undefined)
      throw error
    }
    return stored
  }

  async *#storeKind(kind: FactKind, entry: number): AsyncGenerator<ManifestFile> {
    const { session, account } = this.#copy
    const months = await session.rows(
      `SELECT DISTINCT strftime(date, '%Y-%m') FROM ${storedTable(kind)}`,
    )
    for (const [month] of months) await this.#loadMonth(kind, String(month))
    const filled = this.#filled.get(kind)
    const touched = [...this.#loaded]
      .filter((one) => one.startsWith(`${kind.name} `))
      .map((one) => one.split(' ')[1]!)
      .concat(...(filled?.keys() ?? []))
      .sort()
    if (touched.length === 0) return
    const proof = await new SqlWarehouse(session).proofOf(account, kind)
    const columns = fileColumns(kind)
    // Days and labels, which compress best in this order.
    const sortedBy = namesOf(columns.slice(1, 3 + Object.keys(kind.labels).length))
    for (const month of touched) {
      const rows = `SELECT ${namesOf(columns)} FROM ${storedTable(kind)}
        WHERE date BETWEEN DATE '${month}-01' AND last_day(DATE '${month}-01')
        ORDER BY ${sortedBy}`
      const local = filled?.get(month) ?? (await this.#write(rows))
      const file = await this.#storeFile({ table: kind.name, month, entry }, local, kind)
      // Before it is compared, so that it is removed when it differs.
      yield file
      const noted = proof.find((one) => formatMonth(one.month as Day) === month)
      const adds =
        BigInt(file.rows) === (noted?.rows ?? 0n) &&
        kind.rowNumbers.every((name) => (file.sums[name] ?? 0n) === (noted?.sums[name] ?? 0n))
      if (!adds) {
        throw new CopyChangedError(
          `The copy was changed by hand: ${kind.name} of ${month} do not add up with the rows that it had. Fill it again to replace the copy.`,
        )
      }
    }
  }

  /** Writes rows of the scratch. @returns the path of the local file */
  async #write(query: string): Promise<string> {
    const { session, workDirectory } = this.#copy
    const local = join(workDirectory, `${randomUUID()}.parquet`)
    await writeRows(session, query, local)
    return local
  }

  /** Stores a local file, which is removed. @param kind adds up its rows */
  async #storeFile(
    { table, month, entry }: Pick<ManifestFile, 'table' | 'month' | 'entry'>,
    local: string,
    kind?: FactKind,
  ): Promise<ManifestFile> {
    const { session, account, folder, store } = this.#copy
    try {
      const rows = await countRows(session, local)
      const [totals] = kind
        ? await monthTotals(session, rowsIn(session, local, fileColumns(kind)), account, kind)
        : []
      const file = await describeFile(local)
      const name = `${month === null ? '' : `${month}-`}${entry}-${randomUUID().slice(0, 8)}.parquet`
      const path = `${table}/${name}`
      const tag = await store.put(`${folder}${path}`, file)
      const { bytes, sha256 } = file
      return { table, month, path, rows, entry, bytes, sha256, tag, sums: totals?.sums ?? {} }
    } finally {
      await rm(local, { force: true })
    }
  }

  #loadMonth(kind: FactKind, month: string): Promise<void> {
    return this.#load(kind.name, month, storedTable(kind), fileColumns(kind))
  }

  /** Brings the rows of a file into the scratch, unless they are there or the copy was cleared. */
  async #load(
    table: string,
    month: string | null,
    into: string,
    columns: readonly WarehouseColumn[],
  ): Promise<void> {
    const key = `${table} ${month}`
    if (this.#loaded.has(key)) return
    this.#loaded.add(key)
    const { session, folder, manifest, store, workDirectory } = this.#copy
    const files = this.hasCleared ? [] : (manifest?.files ?? [])
    for (const file of files.filter((one) => one.table === table && one.month === month)) {
      const { path } = file
      const local = join(workDirectory, `${randomUUID()}.parquet`)
      try {
        const found = await store.get(`${folder}${path}`, local, mostBytesOf(file))
        if (found === null) throw changed(path, 'is gone')
        if (!found.isCopied) throw changed(path, 'is too large')
        const names = namesOf(columns)
        const sql = `INSERT INTO ${into} (${names}) SELECT ${names} FROM ${rowsIn(session, local, columns)}`
        await session.run(sql).catch((error: Error) => {
          throw changed(path, 'cannot be read', error)
        })
      } finally {
        await rm(local, { force: true })
      }
    }
  }
}

const namesOf = (columns: readonly WarehouseColumn[]): string =>
  columns.map(({ name }) => name).join(', ')

const changed = (path: string, how: string, cause?: Error): CopyChangedError =>
  new CopyChangedError(
    `The copy was changed by hand: ${path} ${how}. Fill it again to replace the copy.`,
    { cause },
  )
