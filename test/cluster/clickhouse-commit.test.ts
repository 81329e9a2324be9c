import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { sql } from 'kysely'
import { describe, expect, onTestFinished, test } from 'vitest'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import { ImportRequestStore } from '../../src/records/import-request-store.ts'
import { UnusableStoreError } from '../../src/values/unusable-store-error.ts'
import { base } from '../contracts/contract-plans.ts'
import { put, readPlan, undoAt } from '../contracts/stored-figures.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { dayOfSeven, dayOfTen } from './journal-figures.ts'
import { type JournalOptions, type OpenJournal, openJournal } from './open-journal.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { sharePostgres } from './share-postgres.ts'

const shards = shareClickhouse(2)
const postgres = sharePostgres()

/** Impressions of both tables. */
async function impressions({ store }: OpenJournal, asOfMs?: number): Promise<number[]> {
  const found: number[] = []
  for (const table of ['figures', 'slices'] as const) {
    const plan = { ...base, table, ...(asOfMs !== undefined && { asOfMs }) }
    found.push(Number((await readPlan(store, plan)).rows[0]?.sums.impressions))
  }
  return found
}

/** Rows in the journal, visible or not. */
async function rowsOf({ connection }: OpenJournal, entry: number): Promise<number> {
  const [row] = await connection.rows(`SELECT count() FROM figures WHERE since = ${entry}`)
  return Number(row![0])
}

async function opened(options: JournalOptions, database = shards.newDatabase()) {
  const journal = await openJournal(database, options)
  onTestFinished(() => journal.close())
  return journal
}

/** A journal with a day of ten impressions, and whether its commits fail from now on. */
async function openTen() {
  const ledger = { isGone: false }
  const journal = await opened({
    beforeCommit: async () => {
      if (ledger.isGone) throw new Error('the ledger is gone')
    },
  })
  await put(journal.slices, dayOfTen)
  return { journal, ledger }
}

test('a failed commit leaves the old figures, and repeating the import succeeds', async () => {
  const { journal, ledger } = await openTen()
  const version = await journal.store.states.version()
  ledger.isGone = true
  await expect(put(journal.slices, dayOfSeven)).rejects.toThrow('the ledger is gone')
  expect(await rowsOf(journal, 2)).toBeGreaterThan(0)
  expect(await impressions(journal)).toEqual([10, 10])
  expect(await journal.store.states.version()).toBe(version)
  expect(await journal.ledger.networks(allFiguresOf(1))).toEqual(['ownnet'])

  ledger.isGone = false
  const { importId } = await put(journal.slices, dayOfSeven)
  // The id of the failed import is not reused, because its rows may still be there.
  expect(importId).toBe(3)
  expect(await impressions(journal)).toEqual([7, 7])
  expect(await journal.ledger.networks(allFiguresOf(1))).toEqual(['brand_new', 'ownnet'])
  expect((await journal.ledger.entries(null, 9)).map(({ id }) => id)).toEqual([3, 1])
  expect(await journal.store.states.version()).not.toBe(version)
  await expect.poll(() => rowsOf(journal, 2), { timeout: 30_000 }).toBe(0)
  expect(await impressions(journal)).toEqual([7, 7])
})

test('an undo after a failed import restores the earlier figures', async () => {
  const { journal, ledger } = await openTen()
  ledger.isGone = true
  await expect(put(journal.slices, dayOfSeven)).rejects.toThrow('the ledger is gone')
  ledger.isGone = false
  const { importId } = await put(journal.slices, dayOfSeven)
  await journal.slices.undo(importId, undoAt('2026-03-11T00:00:00Z'))
  expect(await impressions(journal)).toEqual([10, 10])
  expect(await impressions(journal, Date.parse('2026-03-10T00:00:00Z'))).toEqual([7, 7])
  expect(await journal.ledger.networks(allFiguresOf(1))).toEqual(['ownnet'])
})

test.each([
  ['SQLite', async () => ':memory:'],
  ['PostgreSQL', () => postgres().createDatabase()],
])(
  'an import whose request was given up is not committed, with its ledger in %s',
  async (_, at) => {
    const journal = await opened({ relational: await at() })
    const requests = new ImportRequestStore(journal.relational)
    const request = { accountId: 1, apps: null, keyHash: null, owner: 'one', createdAtMs: 1 }
    const received = { fingerprint: '', files: [], byteCount: 1, isDryRun: false }
    for (const id of ['a', 'b']) {
      await requests.add({ ...request, id })
      await requests.begin(id, received)
    }
    const ended = { atMs: 2, entry: null, answer: null }
    const announce = async () => void (await requests.end('a', 'failed', ended))
    const givenUp = put(journal.slices, dayOfTen, { request: 'a', announce })
    await expect(givenUp).rejects.toThrow('was given up')
    expect(await impressions(journal)).toEqual([0, 0])
    expect(await journal.ledger.ofRequest('a')).toBeNull()

    const { importId } = await put(journal.slices, dayOfSeven, { request: 'b' })
    expect(await impressions(journal)).toEqual([7, 7])
    expect(await journal.ledger.ofRequest('b')).toBe(importId)
    expect(await requests.byId('b')).toMatchObject({ state: 'running', entry: importId })
    // Whoever takes it for abandoned does not overlook the entry.
    expect(await requests.end('b', 'failed', ended)).toBe(false)
    expect(await requests.end('b', 'done', { atMs: 2, entry: importId })).toBe(true)
  },
)

test('a writer that lost the lock cannot commit', async () => {
  let isTakenOver = false
  const journal = await opened({
    beforeCommit: async () => {
      if (!isTakenOver) return
      await journal.relational.writes
        .updateTable('unfinishedEntries')
        .set({ state: 'aborted' })
        .execute()
    },
  })
  await put(journal.slices, dayOfTen)
  isTakenOver = true
  await expect(put(journal.slices, dayOfSeven)).rejects.toThrow('Another writer took over')
  expect(await impressions(journal)).toEqual([10, 10])
})

test('kill -9 between the last row and the commit leaves the old figures, and the next import succeeds', async () => {
  const folder = await newFolder()
  const relational = join(folder, 'adtally.sqlite')
  const database = shards.newDatabase()
  const journal = await opened({ relational }, database)
  await put(journal.slices, dayOfTen)
  const child = spawn(
    process.execPath,
    [join(import.meta.dirname, 'hang-before-commit.ts'), JSON.stringify(database), relational],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  )
  const [said] = await once(child.stdout, 'data')
  expect(String(said)).toBe('shipped\n')
  child.kill('SIGKILL')
  await once(child, 'exit')
  expect(await rowsOf(journal, 2)).toBeGreaterThan(0)
  expect(await impressions(journal)).toEqual([10, 10])
  await put(journal.slices, dayOfSeven)
  expect(await impressions(journal)).toEqual([7, 7])
  await expect.poll(() => rowsOf(journal, 2), { timeout: 30_000 }).toBe(0)
})

describe('with PostgreSQL', () => {
  test('writers of several processes wait for each other', async () => {
    const [database, relational] = [shards.newDatabase(), await postgres().createDatabase()]
    const first = await opened({ relational }, database)
    const second = await opened({ relational }, database)
    await Promise.all(
      [first, second, first, second].map(({ slices }, index) =>
        put(slices, index % 2 === 0 ? dayOfTen : dayOfSeven),
      ),
    )
    const ids = (await first.ledger.entries(null, 9)).map(({ id }) => id)
    expect(ids).toEqual([4, 3, 2, 1])
    expect([7, 10]).toContain((await impressions(first))[0])
    expect(await impressions(second)).toEqual(await impressions(first))
  })

  test('a writer that loses its connection cannot commit, and another one takes over', async () => {
    const [database, relational] = [shards.newDatabase(), await postgres().createDatabase()]
    let isCut = false
    const first = await opened(
      {
        relational,
        beforeCommit: async () => {
          if (!isCut) return
          await sql`
            SELECT pg_terminate_backend(pid) FROM pg_locks
            WHERE locktype = 'advisory' AND database =
              (SELECT oid FROM pg_database WHERE datname = current_database())
          `.execute(first.relational.reads)
        },
      },
      database,
    )
    const second = await opened({ relational }, database)
    await put(first.slices, dayOfTen)
    isCut = true
    await expect(put(first.slices, dayOfSeven)).rejects.toThrow()
    expect(await impressions(second)).toEqual([10, 10])
    await put(second.slices, dayOfSeven)
    expect(await impressions(first)).toEqual([7, 7])
  })
})

describe('a journal and its ledger', () => {
  test('that do not belong together are refused', async () => {
    const database = shards.newDatabase()
    await opened({}, database)
    await expect(openJournal(database)).rejects.toThrow(UnusableStoreError)
  })

  test('whose ledger was restored from an older copy agree again after the next import', async () => {
    const journal = await opened({})
    await put(journal.slices, dayOfTen)
    await put(journal.slices, dayOfSeven)
    await journal.relational.writes.deleteFrom('figureEntries').where('id', '=', 2).execute()
    await journal.relational.writes.deleteFrom('accountLabels').where('entry', '=', 2).execute()
    expect(await impressions(journal)).toEqual([10, 10])
    const { importId } = await put(journal.slices, dayOfSeven)
    expect(importId).toBe(3)
    expect(await impressions(journal)).toEqual([7, 7])
  })
})
