import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import { FigureEntries } from '../../src/records/figure-entries.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import { ScratchDatabase } from '../../src/staging/scratch-database.ts'
import type { ClickhouseOptions } from '../../src/storage/clickhouse/clickhouse-options.ts'
import { ClickhouseReportStore } from '../../src/storage/clickhouse/clickhouse-report-store.ts'
import { ClickhouseSliceFigures } from '../../src/storage/clickhouse/clickhouse-slice-figures.ts'
import { ClickhouseConnection } from '../../src/storage/clickhouse/connection.ts'
import { JournalSlices } from '../../src/storage/clickhouse/current-slices.ts'
import { parseDay } from '../../src/values/day.ts'
import { base, fine } from '../contracts/contract-plans.ts'
import { put, readPlan } from '../contracts/stored-figures.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { dayOfSeven, dayOfTen } from './journal-figures.ts'
import { type OpenJournal, openJournal } from './open-journal.ts'
import { shareClickhouse } from './share-clickhouse.ts'

const clickhouse = shareClickhouse(2)
let options: ClickhouseOptions
let journal: OpenJournal
beforeAll(async () => {
  options = clickhouse.newDatabase()
  journal = await openJournal(options)
  await put(journal.slices, dayOfTen)
})
afterAll(() => journal?.close())

const span = (first: string, last: string) => ({
  firstDay: parseDay(first)!,
  lastDay: parseDay(last)!,
})

test('days outside ClickHouse’s range have no figures, and do not affect other days', async () => {
  const rows = async (first: string, last: string) =>
    (await readPlan(journal.store, { ...base, dimensions: fine, days: span(first, last) })).rows
  expect(await rows('0001-01-01', '9999-12-31')).toHaveLength(2)
  expect(await rows('0001-01-01', '1969-12-31')).toEqual([])
  expect(await rows('2149-06-07', '9999-12-31')).toEqual([])
  expect(
    await journal.ledger.reportedDays(allFiguresOf(1), span('0001-01-01', '9999-12-31')),
  ).toHaveLength(1)
  expect(
    await journal.ledger.reportedDays(allFiguresOf(1), span('2149-06-07', '9999-12-31')),
  ).toEqual([])
})

test('an import with a day outside ClickHouse’s range is refused', async () => {
  const before = await readPlan(journal.store, base)
  for (const day of ['1969-12-31', '2149-06-07']) {
    const refused = put(journal.slices, [...dayOfTen, { ...dayOfTen[0]!, day: parseDay(day)! }])
    await expect(refused).rejects.toMatchObject({
      code: 'day_not_storable',
      facts: { day, firstDay: '1970-01-01', lastDay: '2149-06-06' },
    })
  }
  expect(await readPlan(journal.store, base)).toEqual(before)
})

test('readers that share a folder do not change what another has read', async () => {
  const folder = await newFolder()
  const scratch = await ScratchDatabase.open(1, join(folder, 'spill'))
  onTestFinished(() => scratch.close())
  const state = await new FigureEntries(journal.relational).state()
  const reader = () => new JournalSlices(journal.connection, state, folder)
  const range = { accounts: [1], days: null, apps: null, networks: null }
  await scratch.withConnection(async (connection) => {
    const slices = await reader().slices(range)
    const columnsOf = async (relation: string) =>
      (await connection.runAndReadAll(`FROM ${relation}`)).columnNames()
    const before = await columnsOf(slices)
    const figures = await reader().figures(range)
    expect(await columnsOf(figures)).toContain('country')
    expect(await columnsOf(slices)).toEqual(before)
  })
})

test('a question may name ten thousand apps', async () => {
  const apps = Array.from({ length: 10_000 }, (_, index) => index + 1)
  const { rows } = await readPlan(journal.store, {
    ...base,
    apps,
    dimensions: ['app'],
    sorted: false,
  })
  expect(rows).toEqual([expect.objectContaining({ keys: [11] })])
})

test('an import can contain thousands of apps, and replaces the figures of each', async () => {
  const of = (impressions: bigint) =>
    Array.from({ length: 6_000 }, (_, index) => ({
      ...dayOfSeven[0]!,
      app: 100_000 + index,
      impressions,
    }))
  await put(journal.slices, of(1n))
  await put(journal.slices, of(2n))
  const { rows } = await readPlan(journal.store, { ...base, account: 2 })
  expect(rows[0]!.sums.impressions).toBe(12_000n)
})

test('thousands of entries that were given up hide no other entry', async () => {
  const lost = Array.from({ length: 2_000 }, (_, index) => ({
    id: 1_000 + index,
    state: 'cleared' as const,
  }))
  await journal.relational.writes.insertInto('unfinishedEntries').values(lost).execute()
  expect((await put(journal.slices, dayOfSeven)).importId).toBe(3_000)
  expect((await readPlan(journal.store, base)).rows[0]!.sums.impressions).toBe(7n)
  expect(await journal.ledger.networks(allFiguresOf(1))).toEqual(['brand_new', 'ownnet'])
})

describe('a question that needs more than ClickHouse allows is refused, as by DuckDB:', () => {
  const refused = { code: 'answer_too_large' }
  const byApp: ReportPlan = { ...base, account: 2, dimensions: ['app'] }

  /** Reads the journal with a setting of 1. */
  function openLimited(setting: string) {
    const urls = options.urls.map((url) => `${url}?ch_${setting}=1`)
    const connection = new ClickhouseConnection({ ...options, urls })
    onTestFinished(() => connection.close())
    const entries = new FigureEntries(journal.relational)
    const store = new ClickhouseReportStore(connection, entries)
    return { connection, entries, store }
  }

  test.each(['max_memory_usage', 'max_rows_to_read', 'max_bytes_to_read'])('%s', async (limit) => {
    const { connection, entries, store } = openLimited(limit)
    await expect(readPlan(store, byApp)).rejects.toMatchObject(refused)
    const { signal } = new AbortController()
    await expect(store.countRows(byApp, signal)).rejects.toMatchObject(refused)
    const { last: entry } = await entries.state()
    const rows = { scope: allFiguresOf(2), days: base.days, entry }
    const reading = new ClickhouseSliceFigures(connection, entries).read(rows, signal)
    await expect(reading.next()).rejects.toMatchObject(refused)
    // The reads of imports can be tried again.
    await expect(connection.rows('SELECT app FROM figures')).rejects.not.toMatchObject(refused)
  })

  test('max_result_rows', async () => {
    await expect(readPlan(openLimited('max_result_rows').store, byApp)).rejects.toMatchObject(
      refused,
    )
  })
})
