import { ClickHouseError } from '@clickhouse/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import { factKinds } from '../../src/facts/kinds.ts'
import { toFailure } from '../../src/storage/clickhouse/clickhouse-failure.ts'
import type { ClickhouseOptions } from '../../src/storage/clickhouse/clickhouse-options.ts'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { journalCleanup } from '../../src/storage/clickhouse/journal-cleanup.ts'
import { ensureSchema } from '../../src/storage/clickhouse/migrate.ts'
import { settingStatements } from '../../src/storage/clickhouse/migrations/0004-second-edition.ts'
import { querySettings } from '../../src/storage/clickhouse/query-settings.ts'
import { StoreUnavailableError } from '../../src/values/store-unavailable-error.ts'
import { base } from '../contracts/contract-plans.ts'
import { put, readPlan } from '../contracts/stored-figures.ts'
import { freePorts } from './free-ports.ts'
import { dayOfTen } from './journal-figures.ts'
import { openJournal } from './open-journal.ts'
import { shareClickhouse } from './share-clickhouse.ts'

// The servers of these tests cannot replicate; docs/replication.md lists what is therefore not tested.

const clickhouse = shareClickhouse()

function newConnection(options: ClickhouseOptions): ClickhouseConnection {
  const connection = new ClickhouseConnection(options)
  onTestFinished(() => connection.close())
  return connection
}

test('tables of replicas keep empty parts, so that quorum reads work after a deletion', async () => {
  const options = clickhouse.newDatabase()
  const connection = newConnection(options)
  await ensureSchema(connection, 'ours')
  const ofCluster = { ...connection.options, cluster: 'adtally', replicated: true }
  expect(settingStatements(ofCluster)).toEqual(
    ['figures', 'slices', 'changes', 'originals'].map(
      (table) =>
        `ALTER TABLE ${table}_local ON CLUSTER 'adtally' MODIFY SETTING remove_empty_parts = 0`,
    ),
  )
  expect(settingStatements(connection.options)).toEqual([])
  // The server knows the setting, and an existing table accepts it.
  const statements = settingStatements({ ...connection.options, replicated: true })
  for (const statement of statements) await connection.commandEverywhere(statement)
  const rows = await connection.rows(
    "SELECT count() FROM system.tables WHERE database = currentDatabase() AND create_table_query LIKE '%remove_empty_parts = 0%'",
  )
  expect(rows).toEqual([['4']])
})

test('an insert waits for most replicas, but not for long', () => {
  const { options } = new ClickhouseConnection({ urls: ['http://127.0.0.1:1'], replicated: true })
  expect(querySettings('insert', options)).toMatchObject({
    insert_quorum: 'auto',
    insert_quorum_timeout: 15_000,
  })
})

test.each([
  ['285', 'TOO_FEW_LIVE_REPLICAS', /Too few replicas of ClickHouse are up/],
  ['286', 'UNSATISFIED_QUORUM_FOR_PREVIOUS_WRITE', /Too few replicas of ClickHouse are up/],
  ['289', 'REPLICA_IS_NOT_IN_QUORUM', /cannot answer now/],
  ['319', 'UNKNOWN_STATUS_OF_INSERT', /cannot answer now/],
])('code %s, %s, means: try again', (code, type, message) => {
  const failure = toFailure(new ClickHouseError({ message: 'raw', code, type }))
  expect(failure).toBeInstanceOf(StoreUnavailableError)
  expect(failure.message).toMatch(message)
})

describe('a named replica that is down', () => {
  /** The tables are created without replication, then used as replicas. */
  async function withOneAway(order: 'first' | 'last'): Promise<ClickhouseOptions> {
    const options = clickhouse.newDatabase()
    await ensureSchema(newConnection(options), 'ours')
    const [port] = await freePorts(1)
    const away = `http://127.0.0.1:${port}`
    const urls = order === 'first' ? [away, ...options.urls] : [...options.urls, away]
    return { ...options, urls, replicated: true }
  }

  test.each(['first', 'last'] as const)(
    'does not prevent a process from starting: %s',
    async (order) => {
      const connection = newConnection(await withOneAway(order))
      await ensureSchema(connection, 'ours')
      await connection.commandEverywhere('OPTIMIZE TABLE slices')
      expect(await connection.rows('SELECT count() FROM slices')).toEqual([['0']])
    },
  )

  test('is an error without replication, because no other node has its rows', async () => {
    const options = await withOneAway('last')
    const connection = newConnection({ ...options, replicated: false })
    await expect(ensureSchema(connection, 'ours')).rejects.toThrow(StoreUnavailableError)
  })

  test('is an error when no other replica answers', async () => {
    const [port] = await freePorts(1)
    const urls = [`http://127.0.0.1:${port}`]
    const connection = newConnection({ ...clickhouse.newDatabase(), urls, replicated: true })
    await expect(ensureSchema(connection, 'ours')).rejects.toThrow(StoreUnavailableError)
  })
})

test('rows of an interrupted import are deleted from every table before the next import writes', async () => {
  const journal = await openJournal(clickhouse.newDatabase())
  onTestFinished(() => journal.close())
  await put(journal.slices, dayOfTen)
  const cleanup = journalCleanup(journal.connection, async () => undefined)
  expect(await cleanup.clear({ last: 0, hidden: [1], aborted: [1] })).toEqual([1])
  // Once cleanup returns, the server has recorded every deletion.
  const rows = await journal.connection.rows(
    'SELECT table FROM system.mutations WHERE database = currentDatabase() ORDER BY table',
  )
  const tables = Object.values(factKinds).flatMap((kind) => Object.values(kind.tables))
  expect(rows.flat()).toEqual(tables.toSorted())
})

test('rows that cannot be deleted are not reported as deleted', async () => {
  const [port] = await freePorts(1)
  const urls = [`http://127.0.0.1:${port}`]
  const leftovers = { last: 0, hidden: [1], aborted: [1] }
  for (const replicated of [true, false]) {
    const cleanup = journalCleanup(newConnection({ urls, replicated }), async () => undefined)
    expect(await cleanup.clear(leftovers)).toEqual([])
  }
})

test('a readiness check asks the figures, not only their ledger', async () => {
  const journal = await openJournal(clickhouse.newDatabase())
  onTestFinished(() => journal.close())
  await put(journal.slices, dayOfTen)
  await journal.store.states.probe()
  await journal.connection.commandEverywhere('RENAME TABLE figures TO figures_away')
  await journal.store.states.version()
  await expect(journal.store.states.probe()).rejects.toThrow()
  await journal.connection.commandEverywhere('RENAME TABLE figures_away TO figures')
  expect((await readPlan(journal.store, base)).version).toBeTruthy()
})
