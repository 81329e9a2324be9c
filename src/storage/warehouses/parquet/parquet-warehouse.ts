import { randomUUID } from 'node:crypto'
import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import type { FactKind } from '../../../facts/fact-kind.ts'
import { factKinds } from '../../../facts/kinds.ts'
import { folderNameOf } from '../../../values/folder-name.ts'
import { parseMonth } from '../../../values/months.ts'
import { fileTable, proofTable, smallTables } from '../../../warehouse/tables.ts'
import {
  type CopiedFiles,
  type CopiedTotals,
  CopyChangedError,
  type CopyState,
  changedMeanwhile,
  type Warehouse,
  type WarehouseChange,
  WarehouseError,
} from '../../../warehouse/warehouse.ts'
import { createTables } from '../sql-schema.ts'
import { monthTotals, SqlWarehouse } from '../sql-warehouse.ts'
import { describeFile, maxSmallBytes, type ObjectStore } from './object-store.ts'
import { ParquetChange } from './parquet-change.ts'
import {
  formatManifest,
  isOwnPath,
  type Manifest,
  type ManifestFile,
  manifestName,
  mostBytesOf,
  parseManifest,
} from './parquet-manifest.ts'
import { rowsIn, withScratch } from './parquet-session.ts'

const schemaName = 'schema.json'
/** Files stay so long after the manifest lists them no more, for those who read them. */
const dropAfterMs = 3_600_000
const maxDropped = 1_000

const schemaText = `${JSON.stringify(
  [...Object.values(factKinds).map(fileTable), ...smallTables],
  null,
  1,
)}\n`

/** What an account's manifest is, and the tag of its file: null where there is none. */
interface FoundManifest {
  /** Null also for one that cannot be read: such a copy is filled again. */
  readonly manifest: Manifest | null
  readonly tag: string | null
}

/**
 * A copy in Parquet files. A step writes new files beside the old ones, then replaces the manifest, which is the only
 * commit. Files that the manifest does not list are removed by a later step.
 */
export class ParquetWarehouse implements Warehouse {
  readonly #store: ObjectStore
  readonly #workDirectory: string
  readonly #now: () => number
  readonly #signal: AbortSignal

  private constructor(
    store: ObjectStore,
    workDirectory: string,
    signal: AbortSignal,
    now: () => number,
  ) {
    this.#store = store
    this.#workDirectory = workDirectory
    this.#signal = signal
    this.#now = now
  }

  static async open(
    store: ObjectStore,
    directory: string,
    signal: AbortSignal,
    now: () => number,
  ): Promise<ParquetWarehouse> {
    const workDirectory = join(directory, `warehouse-${randomUUID()}`)
    await mkdir(workDirectory, { recursive: true, mode: 0o700 })
    return new ParquetWarehouse(store, workDirectory, signal, now)
  }

  async prepare(): Promise<void> {
    if (await this.#hasSchema()) return
    const local = this.#local()
    await writeFile(local, schemaText)
    await this.#store.put(schemaName, await describeFile(local))
    // Other servers may answer that all is well.
    if (!(await this.#hasSchema()))
      throw new WarehouseError('The storage does not have what was stored in it')
  }

  async #hasSchema(): Promise<boolean> {
    const local = this.#local()
    const found = await this.#store.get(schemaName, local, maxSmallBytes)
    return found?.isCopied === true && (await readFile(local, 'utf8')) === schemaText
  }

  async stateOf(account: string): Promise<CopyState | null> {
    return (await this.#find(account)).manifest?.state ?? null
  }

  async totalsOf(account: string, kind: FactKind): Promise<CopiedTotals[]> {
    const { manifest } = await this.#find(account)
    const files = manifest?.files.filter(({ table }) => table === kind.name) ?? []
    if (files.length === 0) return []
    const folder = folderOf(account)
    const listed = await this.#store.list(`${folder}${kind.name}/`)
    const tags = new Map(listed.map(({ name, tag }) => [name, tag]))
    const months = new Map<number, CopiedTotals>()
    for (const file of files) {
      const name = `${folder}${file.path}`
      if (!tags.has(name)) continue
      // The storage vouches for contents with the same tag.
      const isSame = tags.get(name) === file.tag
      for (const found of isSame ? notedIn(file) : await this.#addUp(account, kind, file)) {
        const before = months.get(found.month)
        months.set(found.month, before ? added(before, found) : found)
      }
    }
    return [...months.values()]
  }

  async proofOf(account: string, kind: FactKind): Promise<CopiedTotals[]> {
    const { manifest } = await this.#find(account)
    const file = manifest?.files.find(({ table }) => table === proofTable.name)
    if (!file) return []
    const local = this.#local()
    const found = await this.#store.get(
      `${folderOf(account)}${file.path}`,
      local,
      mostBytesOf(file),
    )
    if (!found?.isCopied || (await describeFile(local)).sha256 !== file.sha256) {
      throw new CopyChangedError(
        `The copy was changed by hand: ${file.path} is not as it was. Fill it again to replace the copy.`,
      )
    }
    return withScratch(this.#workDirectory, this.#signal, async (session) => {
      const rows = rowsIn(session, local, proofTable.columns)
      await session.run(`CREATE TEMPORARY VIEW ${proofTable.name} AS SELECT * FROM ${rows}`)
      return new SqlWarehouse(session).proofOf(account, kind)
    })
  }

  async transact(
    account: string,
    expected: CopyState | null,
    work: (change: WarehouseChange) => Promise<void>,
  ): Promise<void> {
    const { manifest, tag } = await this.#find(account)
    if (!isDeepStrictEqual(manifest?.state ?? null, expected)) {
      throw changedMeanwhile()
    }
    const folder = folderOf(account)
    const dropped = await this.#tidy(folder, manifest)
    await withScratch(this.#workDirectory, this.#signal, async (session) => {
      await createTables(session)
      const workDirectory = this.#workDirectory
      const [store, signal] = [this.#store, this.#signal]
      const copy = { store, session, workDirectory, signal, account, folder, manifest }
      const change = new ParquetChange(copy)
      await work(change)
      if (change.state === null) throw new Error('A step notes its state.')
      const stored = await change.store(change.state.entry)
      this.#signal.throwIfAborted()
      await this.#commit(account, tag, this.#after(manifest, change, stored, dropped))
    })
  }

  async filesOf(account: string): Promise<CopiedFiles | null> {
    const { manifest } = await this.#find(account)
    return manifest && { folder: folderOf(account), ...manifest }
  }

  async close(): Promise<void> {
    await this.#store.close()
    await rm(this.#workDirectory, { recursive: true, force: true })
  }

  #local = (): string => join(this.#workDirectory, randomUUID())

  async #find(account: string): Promise<FoundManifest> {
    const local = this.#local()
    try {
      const name = `${folderOf(account)}${manifestName}`
      const found = await this.#store.get(name, local, maxSmallBytes)
      const text = found?.isCopied ? await readFile(local, 'utf8') : ''
      return { manifest: parseManifest(text), tag: found?.tag ?? null }
    } finally {
      await rm(local, { force: true })
    }
  }

  /** Adds up the rows of a file that is not as it was stored, or may not be. A file that cannot be read has none. */
  async #addUp(account: string, kind: FactKind, file: ManifestFile): Promise<CopiedTotals[]> {
    const local = this.#local()
    try {
      const name = `${folderOf(account)}${file.path}`
      if (!(await this.#store.get(name, local, mostBytesOf(file)))?.isCopied) return []
      return await withScratch(this.#workDirectory, this.#signal, (session) =>
        monthTotals(session, rowsIn(session, local, fileTable(kind).columns), account, kind).catch(
          (error: unknown) => {
            this.#signal.throwIfAborted()
            if (error instanceof WarehouseError) return []
            throw error
          },
        ),
      )
    } finally {
      await rm(local, { force: true })
    }
  }

  /** The manifest after a step. @param dropped the files that were so before */
  #after(
    before: Manifest | null,
    change: ParquetChange,
    stored: readonly ManifestFile[],
    dropped: Manifest['dropped'],
  ): Manifest {
    const state = change.state!
    const isReplaced = ({ table, month }: ManifestFile) =>
      change.hasCleared || stored.some((one) => one.table === table && one.month === month)
    const files = before?.files ?? []
    const replaced = files.filter(isReplaced)
    const sinceMs = this.#now()
    return {
      state,
      firstEntry: before === null || change.hasCleared ? state.entry : before.firstEntry,
      files: [...files.filter((one) => !isReplaced(one)), ...stored],
      dropped: [...replaced.map(({ path }) => ({ path, sinceMs })), ...dropped].slice(
        0,
        maxDropped,
      ),
    }
  }

  async #commit(account: string, tag: string | null, manifest: Manifest): Promise<void> {
    const local = this.#local()
    await writeFile(local, formatManifest(account, manifest))
    await this.#store.put(`${folderOf(account)}${manifestName}`, await describeFile(local), tag)
  }

  /**
   * Removes files that nobody reads any more. A file that no manifest knows is of a step that was cut off, or of one
   * that another process has not committed yet: it is removed when the manifest has told so for a while.
   *
   * @returns the files that are to be removed later
   */
  async #tidy(folder: string, manifest: Manifest | null): Promise<Manifest['dropped']> {
    const nowMs = this.#now()
    const listed = new Set(manifest?.files.map(({ path }) => path))
    const since = new Map(manifest?.dropped.map(({ path, sinceMs }) => [path, sinceMs]))
    const later: { readonly path: string; readonly sinceMs: number }[] = []
    for (const { name } of await this.#store.list(folder)) {
      const path = name.slice(folder.length)
      if (!isOwnPath(path) || listed.has(path)) continue
      const sinceMs = since.get(path) ?? nowMs
      if (sinceMs + dropAfterMs <= nowMs) await this.#store.delete(name)
      else later.push({ path, sinceMs })
    }
    return later
  }
}

const folderOf = (account: string): string => `${folderNameOf(account, schemaName)}/`

/** What a file that is as it was stored adds up to. */
const notedIn = ({ month, rows, sums }: ManifestFile): CopiedTotals[] =>
  month === null || rows === 0 ? [] : [{ month: parseMonth(month)!, rows: BigInt(rows), sums }]

const added = (one: CopiedTotals, other: CopiedTotals): CopiedTotals => ({
  month: one.month,
  rows: one.rows + other.rows,
  sums: Object.fromEntries(
    Object.entries(one.sums).map(([name, sum]) => [name, sum + (other.sums[name] ?? 0n)]),
  ),
})
