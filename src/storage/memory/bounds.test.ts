import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { MemoryBudget } from '../../limits/memory-budget.ts'
import { periodOf } from '../../reporting/periods.ts'
import { planReport } from '../../reporting/plan-report.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { Dimension, ReportRequest } from '../../reporting/report-request.ts'
import type { FigureStates, ReportChunk, ReportStore } from '../../reporting/report-store.ts'
import { runPlan } from '../../reporting/run-report.ts'
import { type Day, formatDay, parseDay } from '../../values/day.ts'
import { MemoryReportStore } from './memory-report-store.ts'

const day = (text: string) => parseDay(text)!
const { signal } = new AbortController()

/** An engine's figures of each account: equal ones of some apps on some days, in many countries. */
interface Stored {
  readonly apps: readonly number[]
  readonly days: readonly Day[]
  readonly countries?: number
}

/** The questions to an engine, as lines. */
let asked: string[]
/** Happens before the engine answers. */
let before: (plan: ReportPlan) => void

function engineOf({ apps, days, countries = 1 }: Stored): ReportStore {
  const labels = Array.from({ length: countries }, (_, code) => `c${code}`)
  const chunkOf = (app: number, one: Day): ReportChunk => {
    const zeros = new Uint32Array(countries)
    const ones = new BigInt64Array(countries).fill(1n)
    const names = { codes: zeros, labels: ['a'] }
    const sums = new Proxy({}, { get: () => ones }) as ReportChunk['sums']
    const country = { codes: zeros.map((_, place) => place), labels }
    const dimensions = {
      app: { codes: zeros.map(() => app), labels: null },
      network: names,
      format: names,
      day: { codes: new Int32Array(countries).fill(one), labels: null },
      country,
      month: { codes: new Int32Array(countries).fill(periodOf('month', one)), labels: null },
    }
    return { rowCount: countries, dimensions, sums }
  }
  const state = { version: 'v', generation: 0, entry: 1, committedAtMs: 0 }
  const engine: Partial<ReportStore> = {
    states: { of: async () => state } as unknown as FigureStates,
    async *query([plan]) {
      const { table, days: span, apps: some, dimensions } = plan!
      before(plan!)
      asked.push(`${table} ${some?.length ?? 'all'} ${formatDay(span.firstDay)} ${dimensions}`)
      const chunks = async function* () {
        for (const app of some ?? apps) {
          for (const one of days) {
            if (one >= span.firstDay && one <= span.lastDay) yield chunkOf(app, one)
          }
        }
      }
      yield { version: 'v', totals: [], chunks: chunks() }
    },
  }
  return engine as ReportStore
}

let memory: MemoryReportStore
beforeEach(() => {
  asked = []
  before = () => undefined
})
afterEach(async () => {
  vi.useRealTimers()
  await memory.close()
})

function planOf(dimensions: Dimension[], more: Partial<ReportRequest> = {}): ReportPlan {
  const days = { firstDay: day('2026-03-01'), lastDay: day('2026-03-31') }
  const rest = { metrics: ['impressions'], filters: {}, sorted: true, totals: null } as const
  return planReport({ account: 1, apps: null, days, dimensions, ...rest, ...more })
}

async function ask(plan: ReportPlan): Promise<number> {
  await using answer = await runPlan(plan, memory, signal)
  let rows = 0
  for await (const { rowCount } of answer.chunks) rows += rowCount
  return rows
}

/** Asks until memory has what it can have. */
async function askOften(plan: ReportPlan): Promise<void> {
  for (let turn = 0; turn < 3; turn++) {
    await ask(plan)
    await memory.idle()
  }
}

/** The bytes of all arrays that are in use. */
function arrayBytes(): number {
  setFlagsFromString('--expose-gc')
  runInNewContext('gc')()
  return process.memoryUsage().arrayBuffers
}

test('what 64 slow readers hold stays within the bound and a megabyte', async () => {
  const apps = Array.from({ length: 40 }, (_, nth) => nth + 1)
  const budget = new MemoryBudget(60_000_000)
  memory = new MemoryReportStore(
    engineOf({ apps, days: [day('2026-03-01')], countries: 2_000 }),
    budget,
  )
  // 80,000 groups that are found at once: two megabytes.
  const metrics = ['impressions', 'clicks', 'revenue'] as const
  const plan = planOf(['app', 'country'], { apps, metrics })
  await askOften(plan)
  const bytesBefore = arrayBytes() - budget.bytes
  const before = asked.length
  const open: AsyncDisposable[] = []
  for (let nth = 0; nth < 64; nth++) {
    const answer = await runPlan(plan, memory, signal)
    await answer.chunks[Symbol.asyncIterator]().next()
    open.push(answer)
    expect(budget.bytes).toBeLessThanOrEqual(budget.maxBytes)
  }
  expect(arrayBytes() - bytesBefore).toBeLessThan(budget.maxBytes + 1_000_000)
  // The engine answers the others.
  const ofEngine = asked.slice(before).filter((line) => line.endsWith(' app,country')).length
  expect(ofEngine).toBeGreaterThan(0)
  expect(ofEngine).toBeLessThan(60)
  for (const answer of open) await answer[Symbol.asyncDispose]()
  asked = []
  expect(await ask(plan)).toBe(80_000)
  expect(asked).toEqual([])
})

test('blocks that others make room for are read for a tenth of the time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const apps = Array.from({ length: 200 }, (_, nth) => nth + 1)
  const firstDay = day('2026-03-01')
  // Room for about 100 blocks.
  memory = new MemoryReportStore(
    engineOf({ apps, days: [firstDay], countries: 500 }),
    new MemoryBudget(400_000),
  )
  let reads = 0
  before = ({ dimensions }) => {
    if (!dimensions.includes('app')) return
    reads++
    vi.advanceTimersByTime(10)
  }
  for (let turn = 0; turn < 3_000; turn++) {
    const app = apps[turn % apps.length]!
    await ask(planOf(['country'], { apps: [app], days: { firstDay, lastDay: firstDay } }))
    await memory.idle()
    vi.advanceTimersByTime(1)
  }
  // Questions take 3,000 ms, reading the first 100 blocks 1,000, and reading others at most a tenth of it all.
  expect(reads).toBeGreaterThan(50)
  expect(reads).toBeLessThan(150)
})

describe('figures that are read at the start', () => {
  const apps = Array.from({ length: 40 }, (_, nth) => nth + 1)
  const now = () => new Date('2026-03-20T12:00:00Z')

  test.each([
    ['16 apps at a time, and a mistaken day is not the latest', ['2027-03-10']],
    ['also when the slices are too large', ['0001-01-01', '2027-03-10']],
  ])('are read %s', async (_, mistaken) => {
    const days = ['2026-02-10', '2026-03-10', ...mistaken].map(day)
    memory = new MemoryReportStore(engineOf({ apps, days }), new MemoryBudget(64_000_000), now)
    await memory.warm([1])
    const blocks = asked.filter((line) => line.includes(' day,app,network,format'))
    expect(blocks.map((line) => line.slice(0, 21).trim())).toEqual([
      'figures 16 2026-03-01',
      'figures 16 2026-03-01',
      'figures 8 2026-03-01',
      'figures 16 2026-02-01',
      'figures 16 2026-02-01',
      'figures 8 2026-02-01',
    ])
    const before = asked.length
    for (const app of apps) expect(await ask(planOf(['country'], { apps: [app] }))).toBe(1)
    expect(asked.length).toBe(before)
  })

  test('are read again after an import, whatever is asked while its changes are read', async () => {
    const days = ['0001-01-01', '2026-02-10', '2026-03-10'].map(day)
    const engine = engineOf({ apps, days })
    const state = { version: 'v', generation: 0, committedAtMs: 0 }
    let entry = 1
    let isAsked = false
    engine.states.of = async () => ({ ...state, entry })
    engine.states.changedSince = async () => {
      if (!isAsked) {
        isAsked = true
        await ask(planOf(['network']))
      }
      return apps.map((app) => ({ app, month: day('2026-03-01') }))
    }
    memory = new MemoryReportStore(engine, new MemoryBudget(64_000_000), now)
    await memory.warm([1])
    entry = 2
    asked = []
    await ask(planOf(['network']))
    await memory.idle()
    const blocks = asked.filter((line) => line.includes(' day,app,network,format'))
    expect(blocks.map((line) => line.slice(0, 21).trim())).toEqual([
      'figures 16 2026-03-01',
      'figures 16 2026-03-01',
      'figures 8 2026-03-01',
    ])
  })
})

test('slices that are too large are read again after some minutes', async () => {
  vi.useFakeTimers({ toFake: ['performance'] })
  const stored = { apps: [1], days: [day('0001-01-01'), day('9999-12-31')] }
  memory = new MemoryReportStore(engineOf(stored), new MemoryBudget(64_000_000))
  const plan = planOf(['network'])
  const reads = () => asked.filter((line) => line.startsWith('slices all 0001')).length
  await askOften(plan)
  expect(reads()).toBe(1)
  stored.days.pop()
  vi.advanceTimersByTime(60_000)
  await askOften(plan)
  expect(reads()).toBe(1)
  vi.advanceTimersByTime(300_000)
  await askOften(plan)
  expect(reads()).toBe(2)
})

test('of many accounts, those that are asked for stay in memory', async () => {
  memory = new MemoryReportStore(
    engineOf({ apps: [1], days: [day('2026-03-01')] }),
    new MemoryBudget(64_000_000),
  )
  const ofAccount = (account: number) => planOf(['network'], { account })
  await askOften(ofAccount(1))
  const isInMemory = async () => {
    await memory.idle()
    const before = asked.length
    await ask(ofAccount(1))
    return asked.length === before
  }
  for (let account = 2; account < 10_100; account++) {
    await ask(ofAccount(account))
    if (account % 1_000 === 0) expect(await isInMemory()).toBe(true)
  }
  expect(await isInMemory()).toBe(true)
}, 60_000)
