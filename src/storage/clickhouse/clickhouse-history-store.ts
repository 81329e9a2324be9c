import type {
  CompactionIo,
  DroppedVersions,
  HistoryStore,
  SupersededVersions,
} from '../../ledger/history.ts'
import type { FigureEntries, JournalState, LedgerWrite } from '../../ledger/journal.ts'
import { refuse } from '../../ledger/refusals.ts'
import type { ClickhouseSliceStore } from './clickhouse-slice-store.ts'
import { workTable } from './compaction-work.ts'
import type { ClickhouseConnection } from './connection.ts'
import {
  type FoldedTable,
  type Folding,
  foldedTables,
  foldPartition,
  rowsToFold,
} from './fold-journal.ts'
import { localTable } from './schema.ts'
import { waitForDeletions } from './wait-for-deletions.ts'

/**
 * A shard may have no rows of a partition, and all rows of one may be dropped. The setting is as old as ClickHouse 26.6.
 * Before, a server that is restarted soon after a replacement has the replaced rows again.
 */
const replacesByNothing = 'allow_replace_partition_from_empty_source'

interface Partition {
  readonly table: FoldedTable
  readonly id: string
  /** Rows of the journal that would be dropped. */
  readonly rows: number
}

/**
 * Drops replaced versions from a journal: the changes of each key up to the horizon become one. A partition is written
 * anew beside the journal, and then replaces the old one at once, on each shard. Each state from the horizon on adds
 * up to the same before and after, so partitions and shards need not be replaced together.
 */
export class ClickhouseHistoryStore implements HistoryStore {
  readonly #connection: ClickhouseConnection
  readonly #entries: FigureEntries
  readonly #slices: ClickhouseSliceStore

  constructor(
    connection: ClickhouseConnection,
    entries: FigureEntries,
    slices: ClickhouseSliceStore,
  ) {
    this.#connection = connection
    this.#entries = entries
    this.#slices = slices
  }

  async count(horizonEntry: number): Promise<SupersededVersions> {
    await this.#refuseUnsupported()
    return toCounts(await this.#partitions(horizonEntry))
  }

  async drop(
    horizonEntry: number,
    { begin, onProgress, signal }: CompactionIo,
  ): Promise<DroppedVersions> {
    await this.#refuseUnsupported()
    const bytesBefore = await this.#bytes()
    await this.#slices.withCommitLock(begin)
    const partitions = await this.#partitions(horizonEntry)
    const all = toCounts(partitions)
    const done: Partition[] = []
    try {
      for (const partition of partitions) {
        signal.throwIfAborted()
        await this.#slices.withCommitLock(async (write) => {
          // Rows that are still to be deleted would be written anew, and stay.
          await waitForDeletions(this.#connection, signal)
          await this.#replace(partition, await this.#folding(horizonEntry, write.state), write)
        })
        done.push(partition)
        const { rows } = toCounts(done)
        onProgress(rows, all.rows === 0 ? 1 : rows / all.rows)
      }
    } finally {
      // Not while another process uses them.
      await this.#slices.withCommitLock(() => this.#dropWorkTables())
    }
    return { ...toCounts(done), freedBytes: Math.max(0, bytesBefore - (await this.#bytes())) }
  }

  async #refuseUnsupported(): Promise<void> {
    if (this.#connection.options.replicated) throw refuse('replicas_not_compacted', {})
    const found = await this.#connection.ofNodes((node) =>
      this.#connection.rowsOf(
        node,
        `SELECT count() FROM system.settings WHERE name = '${replacesByNothing}'`,
      ),
    )
    if (found.some(([row]) => Number(row![0]) === 0)) {
      throw refuse('clickhouse_too_old_to_compact', {})
    }
  }

  async #folding(horizonEntry: number, { hidden }: JournalState): Promise<Folding> {
    const undos = await this.#entries.undos()
    const withdrawn = undos.map(({ undoes }) => undoes!).filter((entry) => entry <= horizonEntry)
    // The rows of this entry tell that the journal is not older than its ledger.
    const lastWithRows = await this.#entries.lastWithRows()
    return { last: Math.min(horizonEntry, lastWithRows - 1), hidden, withdrawn }
  }

  /** The partitions with rows to drop, on any node. All rows are read, so imports must not wait for it. */
  async #partitions(horizonEntry: number): Promise<Partition[]> {
    const folding = await this.#folding(horizonEntry, await this.#entries.state())
    const { writeTimeoutMs } = this.#connection.options
    const partitions: Partition[] = []
    for (const table of foldedTables) {
      const ids = await this.#partitionIds(table)
      for (const id of ids) {
        const local = localTable(table, this.#connection.options)
        const query = rowsToFold(table, local, id, folding, this.#slicesTable)
        const found = await this.#connection.ofNodes((node) =>
          this.#connection.rowsOf(node, query, writeTimeoutMs),
        )
        const rows = found.reduce((sum, [row]) => sum + Number(row![0]), 0)
        if (rows > 0) partitions.push({ table, id, rows })
      }
    }
    return partitions
  }

  get #slicesTable(): string {
    return localTable('slices', this.#connection.options)
  }

  async #partitionIds(table: FoldedTable): Promise<string[]> {
    const local = localTable(table, this.#connection.options)
    const found = await this.#connection.ofNodes((node) =>
      this.#connection.rowsOf(
        node,
        `SELECT DISTINCT partition_id FROM system.parts
        WHERE active AND database = currentDatabase() AND table = '${local}'`,
      ),
    )
    return [...new Set(found.flat().map(([id]) => String(id)))].sort()
  }

  /** @param folding of now: entries may have been given up since the partition was found */
  async #replace(
    { table, id }: Partition,
    folding: Folding,
    write: Pick<LedgerWrite, 'ship'>,
  ): Promise<void> {
    const local = localTable(table, this.#connection.options)
    const work = workTable(local)
    const run = (statement: string) => this.#connection.commandEverywhere(statement)
    try {
      await run(`CREATE TABLE IF NOT EXISTS ${work} AS ${local}`)
      await run(`TRUNCATE TABLE ${work}`)
      await run(
        `INSERT INTO ${work} ${foldPartition(table, local, id, folding, this.#slicesTable)}`,
      )
      await run(
        `ALTER TABLE ${local} REPLACE PARTITION ID '${id}' FROM ${work} SETTINGS ${replacesByNothing} = 1`,
      )
    } catch (error) {
      // A server may go on with it. Whoever writes next finds an interrupted writer, and stops its statements first.
      write.ship()
      throw error
    }
  }

  async #dropWorkTables(): Promise<void> {
    for (const table of foldedTables) {
      const work = workTable(localTable(table, this.#connection.options))
      // One that stays is emptied by the next compaction.
      await this.#connection
        .commandEverywhere(`DROP TABLE IF EXISTS ${work}`)
        .catch(() => undefined)
    }
  }

  async #bytes(): Promise<number> {
    const tables = foldedTables.map((table) => `'${localTable(table, this.#connection.options)}'`)
    const found = await this.#connection.ofNodes((node) =>
      this.#connection.rowsOf(
        node,
        `SELECT sum(bytes_on_disk) FROM system.parts
        WHERE active AND database = currentDatabase() AND table IN (${tables.join(', ')})`,
      ),
    )
    return found.reduce((sum, [row]) => sum + Number(row![0]), 0)
  }
}

function toCounts(partitions: readonly Partition[]): SupersededVersions {
  const rowsOf = (wanted: FoldedTable) =>
    partitions.filter(({ table }) => table === wanted).reduce((sum, { rows }) => sum + rows, 0)
  return { slices: rowsOf('slices'), rows: rowsOf('figures') }
}
