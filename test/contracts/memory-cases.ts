import { afterEach, beforeEach, expect, test } from 'vitest'
import { figures } from '../../src/facts/figures.ts'
import type { LabelName } from '../../src/facts/label-names.ts'
import { MemoryBudget } from '../../src/limits/memory-budget.ts'
import { labelOf } from '../../src/reporting/label-dimensions.ts'
import { type MetricName, sums } from '../../src/reporting/metrics.ts'
import { planReport } from '../../src/reporting/plan-report.ts'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import {
  type Dimension,
  dimensions,
  type ReportRequest,
} from '../../src/reporting/report-request.ts'
import { maxChangedMonths, type ReportStore } from '../../src/reporting/report-store.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { MemoryReportStore } from '../../src/storage/memory/memory-report-store.ts'
import { addDays, type Day, parseDay } from '../../src/values/day.ts'
import { watchQueries } from '../fixtures/engine-queries.ts'
import { figure as figureOfMarch } from './contract-plans.ts'
import { type Figure, never, type OpenStore, put, undoAt } from './stored-figures.ts'

const day = (text: string): Day => parseDay(text)!
const span = (first: string, last = first) => ({ firstDay: day(first), lastDay: day(last) })

const several = { network: 'm', impressions: 5n, clicks: 1n, installs: null, revenueMicros: 7n }
const figure = (date: string, more: Partial<Figure> = {}) =>
  figureOfMarch({ day: day(date), ...several, ...more })

const base: ReportRequest = {
  account: 1,
  apps: null,
  days: span('2025-12-20', '2026-02-10'),
  filters: {},
  dimensions: [],
  metrics: ['impressions', 'revenue'],
  sorted: true,
  totals: null,
}

/** Over the end of a year, of several apps, with unknown counts, negative revenue and names out of order. */
const stored: Figure[] = [
  '2025-12-28',
  '2025-12-31',
  '2026-01-01',
  '2026-01-04',
  '2026-02-01',
].flatMap((date, nth) => [
  figure(date, { clicks: nth % 2 ? null : 0n, revenueMicros: BigInt(-nth) }),
  figure(date, { app: 12, network: 'z', country: 'DE', impressions: BigInt(nth) }),
  figure(date, { app: 13, network: 'a', format: 'banner', country: 'ZZ', requests: 9n }),
])

/** A store behind memory answers exactly what its engine does, whatever happens while figures are read. */
export function memoryCases(open: () => Promise<OpenStore>): void {
  let opened: OpenStore
  let hold: ((signal: AbortSignal) => Promise<void>) | null
  let queries: number
  /** Those among them that questions wait for. */
  let asked: number
  let memory: MemoryReportStore
  const inMemory = (bytes: number) =>
    new MemoryReportStore(
      watchQueries(opened.store, async (signal) => {
        queries++
        if (signal === never) asked++
        await hold?.(signal)
      }),
      new MemoryBudget(bytes),
    )
  beforeEach(async () => {
    opened = await open()
    hold = null
    queries = 0
    asked = 0
    memory = inMemory(64_000_000)
  })
  afterEach(async () => {
    await memory.close()
    await opened.close()
  })

  const planOf = (more: Partial<ReportRequest>) => planReport({ ...base, ...more })

  /**
   * Expects the engine's answer until memory has it, and from other memory too.
   *
   * @returns how many queries the last answer took
   */
  async function expectSame(plan: ReportPlan, ...others: MemoryReportStore[]): Promise<number> {
    const expected = await readAll(opened.store, plan)
    const rowCount = await opened.store.countRows(plan, never)
    let last = 0
    for (let turn = 0; turn < 3; turn++) {
      for (const store of [...others, memory]) {
        const before = { queries, asked, ...store.answered }
        expect(await readAll(store, plan), JSON.stringify(plan)).toEqual(expected)
        const by = asked > before.asked ? 'engine' : 'memory'
        const { engine, memory } = before
        expect(store.answered).toEqual({ engine, memory, [by]: before[by] + 1 })
        expect(await store.countRows(plan, never)).toBe(rowCount)
        last = queries - before.queries
        await store.idle()
      }
    }
    return last
  }

  const expectSameNow = async (plan: ReportPlan) =>
    expect(await readAll(memory, plan)).toEqual(await readAll(opened.store, plan))

  /** Makes memory read figures, and blocks the reading. @returns a function that unblocks it */
  async function holdRead(plan: ReportPlan): Promise<() => void> {
    const { promise, resolve } = Promise.withResolvers<void>()
    const begun = Promise.withResolvers<void>()
    hold = async (signal) => {
      if (signal === never) return
      begun.resolve()
      await promise
    }
    for (let turn = 0; turn < 2; turn++) await readAll(memory, plan)
    await begun.promise
    hold = null
    return resolve
  }

  const byNetwork = () => planOf({ dimensions: ['day', 'app', 'network', 'country'] })

  test('every dimension, metric, order, page and filter gives the same answer from memory', async () => {
    await put(opened.slices, stored)
    const tiny = inMemory(24_000)
    const codes = new Map([11, 12].map((app, nth) => [app, nth]))
    const appGroups = {
      appName: { labels: ['One', 'Two'], codes },
      platform: { labels: ['ios'], codes: new Map([...codes.keys()].map((app) => [app, 0])) },
    }
    // Labels of other kinds need rows of these, which memory has not.
    const isUsed = (label: LabelName | null) =>
      label === null || Object.hasOwn(figures.labels, label)
    const used = dimensions.filter((one) => one !== 'adTag' && isUsed(labelOf(one)))
    const metrics: MetricName[] = ['impressions', 'revenue', 'clicks', 'ctr', 'ecpm']
    let fromMemory = 0
    for (const dimension of used) {
      const groups = dimension === 'appName' || dimension === 'platform' ? { appGroups } : {}
      const asked: Dimension[] = dimension === 'country' ? [dimension] : [dimension, 'country']
      const rows = { dimensions: asked, metrics, ...groups }
      for (const more of [
        {},
        { totals: [] },
        ...metrics.map((by) => ({ order: [{ by, descending: true }], limit: 3, offset: 1 })),
        { order: [{ by: dimension, descending: true }], limit: 2 },
        { filters: { networks: ['z', 'unknown'] } },
        { filters: { countries: [] } },
        { excluded: { formats: ['banner'], networks: [] } },
        { apps: [12, 99] },
      ] satisfies Partial<ReportRequest>[]) {
        // Beside totals, groups have all apps.
        if ('totals' in more && (asked.length < 2 || 'appGroups' in rows)) continue
        const plan = planOf({ ...rows, ...more })
        if ((await expectSame(plan, tiny)) === 0) fromMemory++
      }
    }
    expect(fromMemory).toBeGreaterThan(50)
    await tiny.close()
  })

  test('names that are added later sort before, and there may be more than 256', async () => {
    await put(opened.slices, stored)
    const plan = planOf({ dimensions: ['day', 'network', 'country'] })
    await expectSame(plan)
    const names = Array.from(
      { length: 300 },
      (_, nth) => `${String.fromCharCode(122 - (nth % 26))}${nth}`,
    )
    await put(
      opened.slices,
      names.map((network) => figure('2026-01-04', { network })),
    )
    expect(await expectSame(plan)).toBe(0)
    await put(opened.slices, [figure('2026-01-04', { network: '0' })])
    expect(await expectSame(plan)).toBe(0)
    expect(await expectSame(planOf({ dimensions: ['month', 'network', 'format'] }))).toBe(0)
  })

  test('plans of several accounts are each of the current state of their account', async () => {
    await put(opened.slices, [figure('2026-01-04', { app: 21 })])
    await put(opened.slices, stored)
    const plans = [1, 2].map((account) => planOf({ account, dimensions: ['day', 'network'] }))
    const rowCounts = async () => {
      const counts: number[] = []
      for await (const { chunks } of memory.query(plans, never)) {
        let count = 0
        for await (const { rowCount } of chunks) count += rowCount
        counts.push(count)
      }
      await memory.idle()
      return counts
    }
    for (let turn = 0; turn < 3; turn++) expect(await rowCounts()).toEqual([15, 1])
    // Changes nothing of the first account.
    await put(opened.slices, [figure('2026-01-05', { app: 21 })])
    expect(await rowCounts()).toEqual([15, 2])
  })

  test("sums that are no safe integers are the engine's, and exact", async () => {
    const most = 9_999_999_999_999_999n
    await put(opened.slices, [
      figure('2026-01-01', { revenueMicros: most }),
      figure('2026-01-02', { revenueMicros: -most, network: 'n' }),
      figure('2026-01-03', { revenueMicros: most, impressions: most / 10n, country: 'DE' }),
    ])
    for (const asked of [['month'], ['week', 'country'], ['network']] as Dimension[][]) {
      await expectSame(planOf({ dimensions: asked, metrics: ['revenue', 'impressions'] }))
    }
    const [row] = (await readAll(memory, planOf({ dimensions: ['month'] }))).rows
    expect(row!.sums.revenueMicros).toBe(most)
  })

  test.each([
    ['all apps', null],
    ['an app', [12]],
  ])('months in which %s have no slices are known to be empty', async (_whose, apps) => {
    await put(opened.slices, stored)
    await expectSame(planOf({ dimensions: ['day', 'network'] }))
    const of = { apps, dimensions: ['day', 'country'] as Dimension[] }
    expect(await expectSame(planOf(of))).toBe(0)
    const before = asked
    await expectSameNow(planOf({ ...of, days: span('2025-01-10', '2026-12-20') }))
    expect(asked).toBe(before)
    await put(opened.slices, [figure('2025-03-01', { app: 12 })])
    await expectSame(planOf({ ...of, days: span('2025-01-10', '2026-12-20') }))
  })

  test('days before 1970 are in their weeks and months', async () => {
    await put(opened.slices, [figure('1970-01-01'), figure('1970-01-05'), figure('1970-02-01')])
    for (const dimension of ['day', 'week', 'month'] as const) {
      const days = span('1969-11-30', '1970-02-03')
      expect(await expectSame(planOf({ days, dimensions: [dimension, 'country'] }))).toBe(0)
    }
  })

  // Memory reads slices for the first two, and blocks for the third.
  const read: Dimension[][] = [
    ['day', 'app', 'network', 'country'],
    ['day', 'network'],
    ['network', 'country'],
  ]
  test.each(
    ['an import', 'an undo', 'an import of another account'].flatMap((what) =>
      read.map((by) => ({ what, by })),
    ),
  )(
    'figures by $by that are read while $what is committed are never mixed',
    async ({ what, by }) => {
      await put(opened.slices, stored)
      const { importId } = await put(opened.slices, [figure('2026-01-04', { impressions: 77n })])
      const plan = planOf({ dimensions: by })
      const release = await holdRead(plan)
      if (what === 'an undo') await opened.slices.undo(importId, undoAt('2026-03-11T00:00:00Z'))
      else {
        const app = what === 'an import' ? 11 : 21
        await put(opened.slices, [figure('2026-01-04', { app, impressions: 1_000n, network: '0' })])
      }
      await expectSameNow(plan)
      release()
      await memory.idle()
      await expectSame(plan)
    },
  )

  test('after more changes than are listed, nothing of before is used', async () => {
    await put(opened.slices, stored)
    await expectSame(byNetwork())
    const months = Array.from({ length: maxChangedMonths + 1 }, (_, nth) =>
      addDays(day('1990-01-01'), nth),
    )
    const many = months.flatMap((one, nth) => [
      figure('2026-01-04', {
        day: addDays(day('2026-01-01'), nth % 12),
        app: 1 + (nth % 19),
        network: 'q',
      }),
      figure('2026-01-04', { day: one, network: 'q' }),
    ])
    const unique = new Map(many.map((one) => [`${one.day} ${one.app}`, one]))
    await put(opened.slices, [...unique.values()])
    await expectSame(byNetwork())
  })

  test('a client that leaves while its month is read takes nothing from the others', async () => {
    await put(opened.slices, stored)
    const plan = planOf({
      apps: [11],
      days: span('2026-01-01', '2026-01-05'),
      dimensions: ['day', 'country'],
    })
    const expected = await readAll(opened.store, plan)
    const leaving = new AbortController()
    const begun = Promise.withResolvers<void>()
    hold = (signal) => {
      begun.resolve()
      return new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error))
      })
    }
    const left = runPlan(plan, memory, leaving.signal)
    await begun.promise
    hold = null
    const stays = readAll(memory, plan)
    leaving.abort(new Error('The client left.'))
    await expect(left).rejects.toThrow('The client left.')
    expect(await stays).toEqual(expected)
    expect(await expectSame(plan)).toBe(0)
  })

  test('a client that leaves while figures are read for all stops nothing', async () => {
    await put(opened.slices, stored)
    const release = await holdRead(byNetwork())
    const leaving = new AbortController()
    const answers = memory.query([byNetwork()], leaving.signal)
    leaving.abort(new Error('The client left.'))
    await expect(answers.next()).rejects.toThrow('The client left.')
    release()
    expect(await expectSame(byNetwork())).toBe(0)
  })

  test("figures that could not be read are the engine's, and are read again", async () => {
    await put(opened.slices, stored)
    let failed = 0
    hold = async (signal) => {
      if (signal === never) return
      failed++
      throw new Error('The engine is away.')
    }
    for (let turn = 0; turn < 2; turn++) await readAll(memory, byNetwork())
    await memory.idle()
    hold = null
    expect(failed).toBeGreaterThan(0)
    await expectSame(byNetwork())
    expect(await expectSame(byNetwork())).toBe(0)
  })
}

/** An answer as plain values, with exact sums. */
async function readAll(store: ReportStore, plan: ReportPlan) {
  await using answer = await runPlan(plan, store, never)
  const totals = answer.totals.map(({ codes, sums: of }) => ({ codes, sums: exact(of) }))
  const rows: { keys: (string | number)[]; sums: Record<string, bigint> }[] = []
  for await (const chunk of answer.chunks) {
    for (let row = 0; row < chunk.rowCount; row++) {
      rows.push({
        keys: plan.dimensions.map((name) => {
          const { codes, labels } = chunk.dimensions[name]!
          return labels?.[codes[row]!] ?? codes[row]!
        }),
        sums: exact(
          Object.fromEntries(
            sums.flatMap((sum) => {
              const column = chunk.sums[sum]
              return column ? [[sum, column[row]!]] : []
            }),
          ),
        ),
      })
    }
  }
  return { totals, rows }
}

const exact = (of: Readonly<Record<string, number | bigint>>): Record<string, bigint> =>
  Object.fromEntries(Object.entries(of).map(([name, value]) => [name, BigInt(value)]))
