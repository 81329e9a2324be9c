import { copyFileSync, existsSync, mkdtempSync, readdirSync, readlinkSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import type { ReportRows, ReportStore } from '../../src/reporting/report-store.ts'
import { rowsOf as rowsIn } from '../../src/staging/scratch-tables.ts'
import type { SliceStore } from '../../src/staging/slice-store.ts'
import { DuckdbDatabase } from '../../src/storage/duckdb/database.ts'
import { DuckdbReportStore } from '../../src/storage/duckdb/duckdb-report-store.ts'
import { DuckdbSliceFigures } from '../../src/storage/duckdb/duckdb-slice-figures.ts'
import { DuckdbSliceStore } from '../../src/storage/duckdb/duckdb-slice-store.ts'
import { countries } from '../../src/values/country.ts'
import { addDays, parseDay } from '../../src/values/day.ts'
import { duckdbRequests, requestLines } from '../fixtures/stored-requests.ts'
import { base, figure as figureOfMarch } from './contract-plans.ts'
import { describeBehindMemory, describeLongAnswers, describeReportStore } from './report-store.ts'
import { never, type OpenStore, put, readPlan, rowsOf, undoAt } from './stored-figures.ts'

async function openDuckdb(path: string, threads: number): Promise<OpenStore> {
  const database = await DuckdbDatabase.open({ path, threads })
  return {
    slices: new DuckdbSliceStore(database),
    store: new DuckdbReportStore(database),
    requests: () =>
      database.withConnection(async (connection) =>
        requestLines(await rowsIn(connection, duckdbRequests), 1),
      ),
    close: async () => database.close(),
  }
}

// Two threads give the groups of a few rows in any order too.
describeReportStore('DuckDB with two threads', () => openDuckdb(':memory:', 2))
describeBehindMemory('DuckDB', () => openDuckdb(':memory:', 1))
describeLongAnswers('DuckDB with one thread', () => openDuckdb(':memory:', 1))

const firstDay = parseDay('2026-03-01')!
const figure = figureOfMarch({ impressions: 5n, clicks: 1n, revenueMicros: 7n })
const plan: ReportPlan = {
  ...base,
  days: { firstDay, lastDay: firstDay },
  dimensions: ['network'],
  sums: ['impressions'],
}

function temporaryFile(): string {
  const directory = mkdtempSync(join(tmpdir(), 'adtally-duckdb-'))
  onTestFinished(() => rmSync(directory, { recursive: true }))
  return join(directory, 'figures.duckdb')
}

/** More rows than the engine reads ahead. */
const manyApps = `INSERT INTO figures BY NAME
  SELECT figures.* REPLACE (12 + range AS app, range AS impressions)
  FROM figures, range(1_000_000) AS apps`

async function writeManyApps(path: string): Promise<void> {
  const database = await DuckdbDatabase.open({ path, threads: 1 })
  await put(new DuckdbSliceStore(database), [{ ...figure, network: 'alpha' }])
  await database.withConnection((connection) => connection.run(manyApps))
  await database.close()
}

const byApp: ReportPlan = { ...plan, dimensions: ['app'] }
const ask = (database: DuckdbDatabase, plans = [byApp], signal = never) =>
  new DuckdbReportStore(database).query(plans, signal)

/** Ways to read only the first of many rows. */
const earlyEnds: Record<string, (database: DuckdbDatabase) => Promise<unknown>> = {
  'a report': async (database) => {
    const answers = ask(database)
    await (await answers.next()).value!.chunks[Symbol.asyncIterator]().next()
    await answers.return()
  },
  'a report without any rows read': async (database) => {
    const answers = ask(database)
    await answers.next()
    await answers.return()
  },
  'the first of two reports': async (database) => {
    const answers = ask(database, [byApp, byApp])
    await answers.next()
    await answers.next()
    await answers.return()
  },
  'a report that is cancelled': async (database) => {
    const stop = new AbortController()
    const answers = ask(database, [byApp], stop.signal)
    await answers.next()
    stop.abort(new Error('hung up'))
    await answers.return()
  },
  'stored rows': async (database) => {
    const scope = { account: 1, apps: null }
    const selection = { scope, days: { firstDay, lastDay: firstDay }, entry: 1 }
    const rows = new DuckdbSliceFigures(database).read(selection, never)
    await rows.next()
    await rows.return(undefined)
  },
  'a report that ends after the call to close': async (database) => {
    const answers = ask(database)
    await answers.next()
    setTimeout(() => answers.return(), 100)
  },
}

describe('a file is closed', () => {
  let prepared: string
  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'adtally-duckdb-'))
    prepared = join(directory, 'prepared.duckdb')
    await writeManyApps(prepared)
    return () => rmSync(directory, { recursive: true })
  })

  test.each(Object.entries(earlyEnds))(
    'although %s was not read to its end',
    async (_, readFirst) => {
      const path = temporaryFile()
      copyFileSync(prepared, path)
      for (const entry of [2, 4]) {
        const database = await DuckdbDatabase.open({ path, threads: 1 })
        expect(database.nextEntry).toBe(entry)
        const write = (impressions: number) =>
          put(new DuckdbSliceStore(database), [
            { ...figure, impressions: BigInt(impressions), network: 'beta' },
          ])
        await write(entry)
        await readFirst(database)
        await write(entry + 1)
        await database.close()
        // The last connection writes the log into the file, and ends the lock for other processes.
        expect(existsSync(`${path}.wal`)).toBe(false)
        expect(openFiles().filter((name) => name.startsWith(path))).toEqual([])
      }
    },
  )
})

const openFiles = (): string[] =>
  process.platform !== 'linux'
    ? []
    : readdirSync('/proc/self/fd').flatMap((name) => {
        try {
          return [readlinkSync(`/proc/self/fd/${name}`)]
        } catch {
          return []
        }
      })

test('a report that needs more memory and disk than the engine may use is refused; a smaller one is not', async () => {
  const path = temporaryFile()
  await writeManyApps(path)
  const database = await DuckdbDatabase.open({
    path,
    threads: 1,
    spillDirectory: `${path}.spill`,
    memoryLimit: '25MB',
    spillLimit: '1MB',
  })
  onTestFinished(() => database.close())
  const store = new DuckdbReportStore(database)
  await expect(readPlan(store, byApp)).rejects.toMatchObject({ code: 'answer_too_large' })
  expect((await readPlan(store, { ...plan, apps: [11] })).rows).toHaveLength(1)
})

test('a file that needs more memory than the engine may use is not called damaged', async () => {
  const path = temporaryFile()
  await writeManyApps(path)
  await expect(DuckdbDatabase.open({ path, threads: 1, memoryLimit: '1MB' })).rejects.toThrow(
    /needs more memory to be opened .* Set ADTALLY_MEMORY_LIMIT higher\.$/,
  )
})

test('figures, names and version survive a restart', async () => {
  const path = temporaryFile()
  const first = await openDuckdb(path, 1)
  await put(first.slices, [{ ...figure, network: 'zeta' }])
  await put(first.slices, [{ ...figure, network: 'alpha' }])
  const [answer, version] = [await readPlan(first.store, plan), await first.store.states.version()]
  await first.close()

  const second = await openDuckdb(path, 1)
  expect(await second.store.states.version()).toBe(version)
  expect(await readPlan(second.store, plan)).toEqual(answer)
  await put(second.slices, [{ ...figure, network: 'beta' }])
  const names = (await readPlan(second.store, plan)).rows.map(({ keys }) => keys[0])
  expect(names).toEqual(['alpha', 'beta', 'zeta'])
  await second.close()
})

test('the states of accounts survive a restart', async () => {
  const path = temporaryFile()
  const again = undoAt('2026-03-11T00:00:00Z')
  const steps: ((slices: SliceStore) => Promise<unknown>)[] = [
    (slices) => put(slices, [{ ...figure, network: 'zeta' }]),
    (slices) => put(slices, [{ ...figure, app: 21, network: 'zeta' }]),
    (slices) => put(slices, [{ ...figure, network: 'zeta' }], { report: 'mediation' }),
    (slices) => put(slices, [{ ...figure, network: 'zeta' }]),
    (slices) => put(slices, [{ ...figure, app: 21, network: 'alpha' }]),
    (slices) => slices.undo(5, again),
    (slices) => slices.undo(1, again),
    (slices) => slices.removeAccount(2, async () => undefined),
  ]
  const entries: number[][] = []
  for (const step of steps) {
    const first = await openDuckdb(path, 1)
    await step(first.slices)
    const statesOf = ({ store }: OpenStore) =>
      Promise.all([1, 2, 2_000_000_000].map((account) => store.states.of(account)))
    const before = await statesOf(first)
    entries.push(before.map(({ entry }) => entry))
    await first.close()
    const second = await openDuckdb(path, 1)
    expect(await statesOf(second)).toEqual(before)
    await second.close()
  }
  expect(entries).toEqual([
    ...[
      [1, 0, 0],
      [1, 2, 0],
      [3, 2, 3],
      [4, 2, 3],
    ],
    // The undo of entry 1 changes nothing, because entry 4 stated its slice since.
    ...[
      [4, 5, 3],
      [4, 6, 3],
      [4, 6, 3],
      [4, 0, 3],
    ],
  ])
})

test('two files never share a version', async () => {
  const versions: string[] = []
  for (const path of [temporaryFile(), temporaryFile()]) {
    const opened = await openDuckdb(path, 1)
    await put(opened.slices, [{ ...figure, network: 'zeta' }])
    versions.push(await opened.store.states.version())
    await opened.close()
  }
  expect(versions[0]).not.toBe(versions[1])
})

describe('a connection', () => {
  const days = { firstDay, lastDay: addDays(firstDay, 39) }
  const fine: ReportPlan = {
    ...plan,
    apps: [11, 12],
    days,
    dimensions: ['day', 'app', 'network', 'format', 'country'],
  }
  /** Covers all apps, so it is read in parts. */
  const long: ReportPlan = { ...fine, apps: null, totals: [] }
  const tooLarge: ReportPlan = { ...fine, dimensions: [], sums: ['revenueMicros'] }
  const hungUp = new Error('hung up')

  let database: DuckdbDatabase
  beforeAll(async () => {
    const directory = mkdtempSync(join(tmpdir(), 'adtally-duckdb-'))
    database = await DuckdbDatabase.open({ path: join(directory, 'figures.duckdb'), threads: 1 })
    const dates = Array.from({ length: 40 }, (_, index) => addDays(firstDay, index))
    const rows = dates.flatMap((day) =>
      countries.flatMap((country) =>
        [11, 12].map((app) => ({
          ...figure,
          day,
          app,
          country,
          network: 'zeta',
          revenueMicros: 9_999_999_999_999_999n,
        })),
      ),
    )
    await put(new DuckdbSliceStore(database), rows)
    return () => {
      database.close()
      rmSync(directory, { recursive: true })
    }
  })

  const readSome = async ({ chunks }: ReportRows) => {
    for await (const _ of chunks) return
  }
  const endings: Record<string, (store: ReportStore, plans: ReportPlan[]) => Promise<unknown>> = {
    'no answer is requested': async (store, plans) => store.query(plans, never).return(),
    'no rows are read': async (store, plans) => {
      await using answers = store.query(plans, never)
      await answers.next()
    },
    'some rows are read': async (store, plans) => {
      for await (const rows of store.query(plans, never)) await readSome(rows)
    },
    'some rows of the first answer are read': async (store, plans) => {
      for await (const rows of store.query(plans, never)) return readSome(rows)
    },
    'all rows are read, but no further answer is requested': async (store, plans) => {
      const answers = store.query(plans, never)
      for (const _ of plans) await rowsOf((await answers.next()).value as ReportRows)
    },
    'the signal was aborted before': async (store, plans) => {
      await expect(store.query(plans, AbortSignal.abort(hungUp)).next()).rejects.toBe(hungUp)
    },
    'the signal is aborted while rows are read': async (store, plans) => {
      const abort = new AbortController()
      const answers = store.query(plans, abort.signal)
      const { value: rows } = await answers.next()
      const reading = (async () => {
        for await (const _ of rows!.chunks) abort.abort(hungUp)
      })()
      await expect(reading).rejects.toBe(hungUp)
      await answers.return()
    },
    'a plan fails': async (store, plans) => {
      const read = async () => {
        for await (const rows of store.query([...plans, tooLarge], never)) await rowsOf(rows)
      }
      await expect(read()).rejects.toMatchObject({ code: 'figure_too_large' })
    },
    'it is closed while rows are fetched': async (store, plans) => {
      const answers = store.query(plans, never)
      const { value: rows } = await answers.next()
      const chunks = rows!.chunks[Symbol.asyncIterator]()
      await chunks.next()
      await Promise.allSettled([chunks.next(), answers.return(), chunks.next()])
    },
  }
  const planLists: [string, ReportPlan[]][] = [
    ['one plan', [fine]],
    ['one long plan', [long]],
    ['several plans', [fine, long, fine]],
  ]

  test.each(
    planLists.flatMap(([name, plans]) =>
      Object.entries(endings).map(([when, end]) => [name, when, plans, end] as const),
    ),
  )('for %s is returned when %s', async (_name, _when, plans, end) => {
    const lent = new Set<unknown>()
    const { borrow, giveBack } = database
    onTestFinished(() => void vi.restoreAllMocks())
    vi.spyOn(database, 'borrow').mockImplementation(async () => {
      const connection = await borrow.call(database)
      lent.add(connection)
      return connection
    })
    vi.spyOn(database, 'giveBack').mockImplementation((connection) => {
      expect(lent.delete(connection)).toBe(true)
      giveBack.call(database, connection)
    })
    const store = new DuckdbReportStore(database)
    for (let round = 0; round < 3; round++) {
      await end(store, plans)
      expect(lent.size).toBe(0)
    }
    // After a write, the engine does not tidy up while a statement's transaction is open ...
    await put(new DuckdbSliceStore(database), [{ ...figure, network: 'admob' }])
    await database.withConnection((connection) => connection.run('CHECKPOINT'))
    // ... and a transaction that it began itself keeps the next one from beginning.
    const connection = await database.borrow()
    await connection.run('BEGIN')
    await connection.run('ROLLBACK')
    database.giveBack(connection)
  })
})
