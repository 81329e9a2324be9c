import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import type { DuckDBConnection } from '@duckdb/node-api'
import pLimit from 'p-limit'
import type { SecondaryReport } from '../../ledger/figure-ledger.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import type { Scratch } from '../../staging/scratch-database.ts'
import { figuresVersion } from '../sql/figures-version.ts'
import type { Labels } from '../sql/labels.ts'
import { type Pairing, writePairing } from './duckdb-pairing.ts'
import { BesideReader, type FrozenFile } from './frozen-file.ts'
import type { KeptStatements } from './kept-statements.ts'
import type { CommittedEntry } from './open-file.ts'
import { ReopenedFile, type ReopenedOptions } from './reopened-file.ts'

export interface DuckdbOptions extends Omit<ReopenedOptions, 'onReopened'> {
  /** Runs once the file was opened again, after the engine gave it up. */
  readonly onReopened?: (database: DuckdbDatabase) => Promise<void>
}

/** An open DuckDB file: its connections, labels and ledger entries. */
export class DuckdbDatabase {
  readonly #file: ReopenedFile
  readonly #beside: BesideReader
  readonly #oneWriter = pLimit(1)
  /** Odd while an import is being committed. */
  #commits = 0
  #isFrozen = false

  private constructor(file: ReopenedFile, path: string) {
    this.#file = file
    this.#beside = new BesideReader(path)
  }

  /**
   * @throws DatabaseInUseError when another process has the file open
   * @throws UnusableStoreError when the file is newer than this Adtally, or damaged
   */
  static async open({ onReopened, ...options }: DuckdbOptions): Promise<DuckdbDatabase> {
    const { path, readOnly = false } = options
    if (path !== ':memory:' && !readOnly) mkdirSync(dirname(path), { recursive: true })
    const file = await ReopenedFile.open({
      ...options,
      onReopened: async () => onReopened?.(database),
    })
    const database = new DuckdbDatabase(file, path)
    return database
  }

  /** The names of codes. Another object once the file was opened again. */
  get labels(): Labels {
    return this.#file.opened.labels
  }

  /** The secondary reports, by id. Another list once the file was opened again. */
  get reports(): SecondaryReport[] {
    return this.#file.opened.reports
  }

  /** The file's unique id. */
  get identity(): string {
    return this.#file.opened.identity
  }

  /** Which copy of the relational store the file was last used with. */
  get pairing(): Pairing {
    return this.#file.opened.pairing
  }

  /** The state of the figures, see {@link FigureStates.version}. */
  get version(): string {
    const { generation } = this.pairing
    return figuresVersion({ identity: this.identity, generation, last: this.nextEntry - 1 })
  }

  /** Whether the engine gave the file up and it is being opened again. */
  get isReopening(): boolean {
    return this.#file.isReopening
  }

  /** The id of the next ledger entry. It does not change within {@link write}. */
  get nextEntry(): number {
    return (this.#last?.id ?? 0) + 1
  }

  /** When the last ledger entry was committed; null when there is none. */
  get lastCommittedMs(): number | null {
    return this.#last?.committedMs ?? null
  }

  /** When an entry is committed that would be committed now: never before the last one. */
  committedMsAt(now: Date): number {
    return Math.max(now.getTime(), this.#last?.committedMs ?? 0)
  }

  /**
   * The state after a ledger entry.
   *
   * @returns null when there is no such entry
   */
  stateAfter(entry: number): FiguresAt | null {
    const found = this.#file.opened.entries[entry - 1]
    if (entry !== 0 && found?.id !== entry) return null
    const { generation } = this.pairing
    const version = figuresVersion({ identity: this.identity, generation, last: entry })
    return { version, generation, entry, committedAtMs: found?.committedMs ?? null }
  }

  /** The last ledger entry committed at or before an instant; 0 when there is none. */
  entryAt(epochMs: number): number {
    const { entries } = this.#file.opened
    return entries.findLast(({ committedMs }) => committedMs <= epochMs)?.id ?? 0
  }

  /** The last entry that touched an account or a secondary report; 0 when there is none. */
  lastEntryOf(account: number): number {
    return this.#file.opened.lastEntries.get(account) ?? 0
  }

  /** Forgets the entries of accounts and secondary reports whose figures are removed. */
  forget(accounts: readonly number[]): void {
    for (const account of accounts) this.#file.opened.lastEntries.delete(account)
  }

  get #last(): CommittedEntry | undefined {
    return this.#file.opened.entries.at(-1)
  }

  /** @returns whether no commit has begun since this call */
  mark(): () => boolean {
    const seen = this.#commits
    return () => seen === this.#commits && seen % 2 === 0
  }

  /** See {@link ReopenedFile.borrow}. */
  borrow(): Promise<DuckDBConnection> {
    return this.#file.borrow()
  }

  giveBack(connection: DuckDBConnection): void {
    this.#file.giveBack(connection)
  }

  /** The prepared statements of connections. */
  get statements(): KeptStatements {
    return this.#file.statements
  }

  /** Another number once something was committed. */
  get commits(): number {
    return this.#commits
  }

  /** See {@link ReopenedFile.failureOf}. */
  failureOf(error: unknown): unknown {
    return this.#file.failureOf(error)
  }

  async pair(pairing: Pairing): Promise<void> {
    await this.withSharedConnection((connection) => writePairing(connection, pairing))
    this.#file.opened.pairing = pairing
  }

  /** Keeps a state of the file while it is copied, until {@link thaw}. Within {@link write} only. */
  async freeze(): Promise<FrozenFile> {
    const frozen = await this.withConnection((connection) => this.#beside.freeze(connection))
    this.#isFrozen = true
    return frozen
  }

  async thaw(): Promise<void> {
    this.#isFrozen = false
    // A file that was opened again has its usual settings.
    await this.withConnection((connection) => this.#beside.thaw(connection)).catch(() => undefined)
  }

  /**
   * Frees the space of deleted rows, in a turn to {@link write}. Does nothing while the file is frozen, or
   * something else is written: then a later checkpoint frees the space.
   */
  checkpoint(connection: DuckDBConnection): Promise<void> {
    return this.write(async () => {
      if (!this.#isFrozen) await connection.run('CHECKPOINT').catch(() => undefined)
    })
  }

  /**
   * Runs one writer at a time. Two imports of the same new slice would otherwise both commit it and
   * double its figures.
   */
  write<Result>(work: () => Promise<Result>): Promise<Result> {
    return this.#oneWriter(work)
  }

  /** Lends a connection of its own to work that makes temporary tables: they end with it. */
  withConnection<Result>(work: (connection: Scratch) => Promise<Result>): Promise<Result> {
    return this.#lend(work, (connection) => this.#file.discard(connection))
  }

  /** Lends a connection to work that leaves nothing on it. Such connections are used again. */
  withSharedConnection<Result>(
    work: (connection: DuckDBConnection) => Promise<Result>,
  ): Promise<Result> {
    return this.#lend(work, (connection) => this.#file.giveBack(connection))
  }

  async #lend<Result>(
    work: (connection: DuckDBConnection) => Promise<Result>,
    end: (connection: DuckDBConnection) => void,
  ): Promise<Result> {
    const connection = await this.borrow()
    try {
      return await work(connection)
    } catch (error) {
      throw this.failureOf(error)
    } finally {
      end(connection)
    }
  }

  /** Runs work in a transaction, which is rolled back on any error. */
  async transaction(connection: DuckDBConnection, work: () => Promise<void>): Promise<void> {
    await connection.run('BEGIN')
    try {
      await work()
      await connection.run('COMMIT')
    } catch (error) {
      // A COMMIT after a failed statement would report success and write nothing.
      await connection.run('ROLLBACK').catch(() => undefined)
      throw this.failureOf(error)
    }
  }

  /**
   * Runs work in a {@link transaction} that commits the next ledger entry.
   *
   * @param work gets the time of the commit in milliseconds, never before that of the previous entry, and returns
   *   the accounts and secondary reports whose slices the entry touches
   */
  async commitEntry(
    connection: DuckDBConnection,
    now: Date,
    work: (committedMs: number) => Promise<readonly number[]>,
  ): Promise<void> {
    const id = this.nextEntry
    const committedMs = this.committedMsAt(now)
    this.#commits++
    try {
      let touched: readonly number[] = []
      await this.transaction(connection, async () => {
        touched = await work(committedMs)
      })
      const { entries, lastEntries, reports } = this.#file.opened
      entries.push({ id, committedMs })
      const owners = reports.filter(({ reportId }) => touched.includes(reportId))
      for (const account of [...touched, ...owners.map(({ accountId }) => accountId)]) {
        lastEntries.set(account, id)
      }
    } finally {
      this.#commits++
    }
  }

  /** See {@link ReopenedFile.close}. */
  async close(): Promise<void> {
    await this.#file.close()
    this.#beside.close()
  }
}
