import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { openSqlite } from '../../src/records/database.ts'
import { SqliteReader, type SqliteReaderOptions } from '../../src/records/sqlite-reader.ts'
import { OverloadedError } from '../../src/values/overloaded-error.ts'
import { StoreUnavailableError } from '../../src/values/store-unavailable-error.ts'

/** Counts so far that it takes seconds. */
const endless =
  'WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 8000000) SELECT count(*) AS i FROM n'
/** Takes about a tenth of a second. */
const long = endless.replace('8000000', '1000000')

async function openReader(options?: SqliteReaderOptions) {
  const directory = mkdtempSync(join(tmpdir(), 'adtally-reader-'))
  const path = join(directory, 'adtally.sqlite')
  const database = await openSqlite(path)
  const reader = new SqliteReader(path, options)
  onTestFinished(async () => {
    await reader.close()
    await database.close()
    rmSync(directory, { recursive: true })
  })
  return { reader, database }
}

test('queries get their own answers, and see what is committed', async () => {
  const { reader, database } = await openReader()
  const asked = Array.from({ length: 50 }, (_, nth) => reader.read('SELECT ? AS nth', [nth]))
  expect(await Promise.all(asked)).toEqual(asked.map((_, nth) => [{ nth }]))
  const count = () => reader.read('SELECT count(*) AS n FROM accounts', [])
  expect(await count()).toEqual([{ n: 0 }])
  await database.writes
    .insertInto('accounts')
    .values({
      username: 'acme',
      currency: 'USD',
      createdAt: 'now',
      disabledAt: null,
    })
    .execute()
  expect(await count()).toEqual([{ n: 1 }])
})

test('the event loop turns while a query runs', async () => {
  const { reader } = await openReader()
  await reader.read('SELECT 1', [])
  let turns = 0
  let isDone = false
  const turn = () => {
    turns++
    if (!isDone) setImmediate(turn)
  }
  turn()
  await reader.read(long, [])
  isDone = true
  expect(turns).toBeGreaterThan(100)
})

test('more queries than may wait are refused, and none of them is run', async () => {
  const { reader } = await openReader({ maxQueries: 4, timeoutMs: 60_000 })
  const asked = Array.from({ length: 10 }, () => reader.read(long, []))
  const outcomes = await Promise.allSettled(asked)
  const refused = outcomes.filter(({ status }) => status === 'rejected')
  expect(refused).toHaveLength(6)
  for (const one of refused)
    expect((one as PromiseRejectedResult).reason).toBeInstanceOf(OverloadedError)
  expect(await reader.read('SELECT 1 AS one', [])).toEqual([{ one: 1 }])
})

test('a query that takes too long fails, as do those behind it; later ones are answered', async () => {
  const { reader } = await openReader({ timeoutMs: 200 })
  const asked = await Promise.allSettled([reader.read(endless, []), reader.read('SELECT 1', [])])
  for (const one of asked) {
    expect(one.status).toBe('rejected')
    expect((one as PromiseRejectedResult).reason).toBeInstanceOf(StoreUnavailableError)
  }
  const again = () => reader.read('SELECT 1 AS one', []).catch(() => null)
  await expect.poll(again, { timeout: 60_000 }).toEqual([{ one: 1 }])
})

test('a query that is wrong fails alone', async () => {
  const { reader } = await openReader()
  await expect(reader.read('SELECT absent', [])).rejects.toThrow('no such column')
  await expect(reader.read('DELETE FROM accounts', [])).rejects.toThrow('readonly')
  expect(await reader.read('SELECT 1 AS one', [])).toEqual([{ one: 1 }])
})
