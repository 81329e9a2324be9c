import { describe, expect, onTestFinished, test } from 'vitest'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { countries } from '../../src/values/country.ts'
import { StoreUnavailableError } from '../../src/values/store-unavailable-error.ts'
import { base, fine, march } from '../contracts/contract-plans.ts'
import { type Figure, never, put, readPlan } from '../contracts/stored-figures.ts'
import { dayOfTen } from './journal-figures.ts'
import { openJournal } from './open-journal.ts'
import { shareClickhouse } from './share-clickhouse.ts'
import { startStallingProxy } from './stalling-proxy.ts'

const readTimeoutMs = 2_000

describe('one node', () => {
  const node = shareClickhouse()

  test('that hangs fails a question in time, and is used again without a restart', async () => {
    const proxy = await startStallingProxy(node.servers().urls[0]!)
    onTestFinished(() => proxy.close())
    const journal = await openJournal({ ...node.newDatabase(), urls: [proxy.url], readTimeoutMs })
    onTestFinished(() => journal.close())
    await put(journal.slices, dayOfTen)
    const before = await readPlan(journal.store, base)
    proxy.stall()
    await expect(readPlan(journal.store, base)).rejects.toThrow(StoreUnavailableError)
    await expect(journal.ledger.networks(allFiguresOf(1))).rejects.toThrow(StoreUnavailableError)
    await expect(put(journal.slices, dayOfTen)).rejects.toThrow(StoreUnavailableError)
    proxy.recover()
    expect(await readPlan(journal.store, base)).toEqual(before)
    await put(journal.slices, dayOfTen)
  })

  test('that is down fails a question, and is used again once it is back', async () => {
    const journal = await openJournal({ ...node.newDatabase(), readTimeoutMs })
    onTestFinished(() => journal.close())
    await put(journal.slices, dayOfTen)
    const before = await readPlan(journal.store, base)
    await node.servers().kill(0)
    await expect(readPlan(journal.store, base)).rejects.toThrow(StoreUnavailableError)
    // The state of the figures comes from the ledger.
    expect(await journal.store.states.version()).toBe(before.version)
    await node.servers().restart(0)
    expect(await readPlan(journal.store, base)).toEqual(before)
  })

  test('stops a cancelled question', async () => {
    const journal = await openJournal(node.newDatabase())
    onTestFinished(() => journal.close())
    const abort = new AbortController()
    const endless = 'SELECT sum(cityHash64(number)) FROM numbers(1000000000000) FORMAT Native'
    const asked = journal.connection.query(endless, {}, abort.signal)
    const running = async () => {
      const rows = await journal.connection.rows(
        "SELECT count() FROM system.processes WHERE query LIKE '%1000000000000%' AND query NOT LIKE '%processes%'",
      )
      return Number(rows[0]![0])
    }
    await expect.poll(running).toBe(1)
    abort.abort(new Error('hung up'))
    await expect(asked).rejects.toThrow('hung up')
    await expect.poll(running, { timeout: 10_000 }).toBe(0)
  })

  test('gets its connections back from long answers that are not read', async () => {
    // A connection for the question, and four that are reserved for other statements.
    const journal = await openJournal({ ...node.newDatabase(), connections: 1, readTimeoutMs })
    onTestFinished(() => journal.close())
    // 400 days of 251 countries at about 46 bytes each: more than is read ahead.
    const figures = Array.from({ length: 400 }, (_, index) => index + 1).flatMap((date) =>
      countries.map((country): Figure => ({ ...dayOfTen[0]!, day: march(date), country })),
    )
    await put(journal.slices, figures)
    const days = { firstDay: march(1), lastDay: march(400) }
    const plan = { ...base, days, dimensions: fine, sorted: false }
    for (let round = 0; round < 12; round++) {
      const answer = await runPlan(plan, journal.store, never)
      await answer[Symbol.asyncDispose]()
    }
    expect((await readPlan(journal.store, plan)).rows.length).toBe(figures.length)
  })

  test('has a time limit for each question', async () => {
    const journal = await openJournal({ ...node.newDatabase(), readTimeoutMs: 1_000 })
    onTestFinished(() => journal.close())
    const endless = 'SELECT sum(cityHash64(number)) FROM numbers(1000000000000) FORMAT Native'
    await expect(journal.connection.query(endless)).rejects.toThrow(StoreUnavailableError)
  })
})

describe('two shards', () => {
  const shards = shareClickhouse(2)

  test('a question about one app asks only its shard, and either node can be asked', async () => {
    const options = shards.newDatabase()
    const journal = await openJournal({ ...options, readTimeoutMs })
    onTestFinished(() => journal.close())
    const apps = [11, 12, 13, 14, 15, 16, 17, 18]
    const figures = apps.map((app): Figure => ({ ...dayOfTen[0]!, app }))
    await put(journal.slices, figures)
    // Each shard has apps; the second shard's are unavailable without it.
    const [lying] = await journal.connection.rows(
      'SELECT groupUniqArrayIf(app, shardNum() = 1), groupUniqArrayIf(app, shardNum() = 2) FROM figures',
    )
    const [onFirst, onSecond] = lying as [number[], number[]]
    expect([...onFirst, ...onSecond].sort()).toEqual(apps)
    expect(onSecond.length).toBeGreaterThan(0)
    expect(onFirst.length).toBeGreaterThan(0)

    await shards.servers().kill(1)
    const oneApp = {
      ...base,
      dimensions: fine,
      totals: [],
      days: { firstDay: march(1), lastDay: march(400) },
    }
    for (const app of onFirst) {
      const { rows, totals } = await readPlan(journal.store, { ...oneApp, apps: [app] })
      expect([rows.length, totals.length]).toEqual([1, 1])
    }
    for (const plan of [{ ...oneApp, apps: [onSecond[0]!] }, oneApp]) {
      await expect(readPlan(journal.store, plan)).rejects.toThrow(StoreUnavailableError)
    }
    await expect(put(journal.slices, figures)).rejects.toThrow(StoreUnavailableError)

    await shards.servers().restart(1)
    await expect.poll(async () => (await readPlan(journal.store, oneApp)).rows.length).toBe(8)
    // The first node in the list is down, so the second is asked.
    await shards.servers().kill(0)
    const { rows } = await readPlan(journal.store, { ...oneApp, apps: [onSecond[0]!] })
    expect(rows.length).toBe(1)
    await shards.servers().restart(0)
    await put(journal.slices, figures)
  })
})
