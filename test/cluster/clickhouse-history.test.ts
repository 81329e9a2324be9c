import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { CompactionIo } from '../../src/ledger/history.ts'
import type { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { StoreUnavailableError } from '../../src/values/store-unavailable-error.ts'
import { base } from '../contracts/contract-plans.ts'
import { put, readPlan } from '../contracts/stored-figures.ts'
import { dayOfSeven, dayOfTen } from './journal-figures.ts'
import { openJournal } from './open-journal.ts'
import { shareClickhouse } from './share-clickhouse.ts'

const shards = shareClickhouse(2)

const io: CompactionIo = {
  begin: async () => undefined,
  onProgress: () => undefined,
  signal: new AbortController().signal,
}

/** A journal of one app, on one of the shards, with history to drop up to entry 2. */
async function openRestated() {
  const journal = await openJournal(shards.newDatabase())
  onTestFinished(() => journal.close())
  for (const figures of [dayOfTen, dayOfSeven, dayOfTen]) await put(journal.slices, figures)
  return journal
}

test('a partition is compacted although a shard has no rows of it', async () => {
  const { history, store } = await openRestated()
  const before = await readPlan(store, base)
  expect(await history.drop(2, io)).toMatchObject({ slices: 1 })
  expect(await readPlan(store, base)).toEqual(before)
  expect(await history.count(2)).toEqual({ slices: 0, rows: 0 })
})

test('rows that a compaction dropped do not come back when ClickHouse is killed right after it', async () => {
  const { history, store } = await openRestated()
  const before = await readPlan(store, base)
  await history.drop(2, io)
  for (const shard of [0, 1]) await shards.servers().restart(shard)
  expect(await readPlan(store, base)).toEqual(before)
  expect(await history.count(2)).toEqual({ slices: 0, rows: 0 })
})

test('a ClickHouse that may bring back what is dropped is refused', async () => {
  const { history, connection } = await openRestated()
  const { rowsOf } = connection
  connection.rowsOf = async (node, query, ...more) =>
    node === 1 && query.includes('system.settings')
      ? [['0']]
      : rowsOf.call(connection, node, query, ...more)
  const refused = { code: 'clickhouse_too_old_to_compact' }
  await expect(history.count(2)).rejects.toMatchObject(refused)
  await expect(history.drop(2, io)).rejects.toMatchObject(refused)
})

test('a compaction looks for rows to drop while imports are committed, and may take long', async () => {
  const { history, connection, relational } = await openRestated()
  const limits: unknown[] = []
  const isLockFree: unknown[] = []
  const { rowsOf } = connection
  connection.rowsOf = async (node, query, ...more) => {
    if (query.includes('GROUP BY')) {
      const limit = "SELECT getSetting('max_execution_time')"
      limits.push(...(await rowsOf.call(connection, node, limit, ...more)).flat())
      isLockFree.push(await relational.withWriterLock({ wait: false }, async () => true))
    }
    return rowsOf.call(connection, node, query, ...more)
  }
  expect(await history.drop(2, io)).toMatchObject({ slices: 1 })
  expect(new Set(isLockFree)).toEqual(new Set([true]))
  expect(new Set(limits.map(Number))).toEqual(new Set([connection.options.writeTimeoutMs / 1_000]))
})

describe('a statement of a compaction that takes long', () => {
  /** Sends one, and gives it up. */
  const giveUp = (send: ClickhouseConnection['commandEverywhere'], work: string) =>
    send(
      `INSERT INTO ${work} (account)
      SELECT number FROM numbers(100) WHERE sleepEachRow(1) = 0 SETTINGS max_block_size = 1`,
      {},
      500,
    )

  async function running(connection: ClickhouseConnection): Promise<number> {
    const query = `SELECT count() FROM system.processes
      WHERE current_database = currentDatabase() AND query_kind = 'Insert'`
    const found = await connection.ofNodes((node) => connection.rowsOf(node, query))
    return found.reduce((sum, [row]) => sum + Number(row![0]), 0)
  }

  test('is stopped when it is given up', async () => {
    const { history, connection } = await openRestated()
    const send = connection.commandEverywhere.bind(connection)
    connection.commandEverywhere = (statement, ...more) => {
      const work = /REPLACE PARTITION .* FROM (\w+)/.exec(statement)?.[1]
      return work ? giveUp(send, work) : send(statement, ...more)
    }
    await expect(history.drop(2, io)).rejects.toThrow(StoreUnavailableError)
    expect(await running(connection)).toBe(0)
  })

  test('is stopped before the next import when its process was killed', async () => {
    const { slices, connection, relational } = await openRestated()
    const send = connection.commandEverywhere.bind(connection)
    await send('CREATE TABLE figures_local_compacting AS figures_local')
    await expect(giveUp(send, 'figures_local_compacting')).rejects.toThrow(StoreUnavailableError)
    expect(await running(connection)).toBe(1)
    await relational.writes
      .insertInto('unfinished_entries')
      .values({ id: 4, state: 'writing' })
      .execute()
    const announce = vi.fn(async () => expect(await running(connection)).toBe(0))
    await put(slices, dayOfSeven, { announce })
    expect(announce).toHaveBeenCalledOnce()
  })
})
