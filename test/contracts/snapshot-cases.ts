import { expect, test } from 'vitest'
import type { ReportPlan } from '../../src/reporting/report-plan.ts'
import type { ReportRows } from '../../src/reporting/report-store.ts'
import { runPlan } from '../../src/reporting/run-report.ts'
import { countries } from '../../src/values/country.ts'
import { addDays } from '../../src/values/day.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { base, coarse, fine, march } from './contract-plans.ts'
import {
  type Answer,
  type AnswerRow,
  type Figure,
  never,
  type OpenStore,
  put,
  readPlan,
  rowsOf,
} from './stored-figures.ts'

/** Several plans in one query, and answers that are not read, for every store. */
export function snapshotCases(open: () => Promise<OpenStore>): void {
  const opened = renewSite(open)

  const dates = Array.from({ length: 40 }, (_, index) => addDays(march(1), index))
  const days = { firstDay: dates[0]!, lastDay: dates.at(-1)! }
  /** 40 days of every country: 10,040 rows, several chunks. */
  const state = (impressions: bigint, revenueMicros = 1n): Figure[] =>
    dates.flatMap((day) =>
      countries.map((country) => ({
        day,
        app: 11,
        network: 'ownnet',
        format: 'video',
        country,
        impressions,
        clicks: null,
        installs: 0n,
        revenueMicros,
      })),
    )
  const total: ReportPlan = { ...base, days }
  const slices: ReportPlan = { ...total, table: 'slices', dimensions: coarse, totals: [] }
  const rows: ReportPlan = { ...total, dimensions: fine }
  /** Read in parts, like the rows of many apps over many days. */
  const long: ReportPlan = { ...rows, totals: ['day'] }
  const unsorted: ReportPlan = { ...rows, sorted: false }

  /** Reads an answer; rows without an order are sorted. */
  const read = async (answer: ReportRows, { sorted }: ReportPlan): Promise<Answer> => {
    const rows = await rowsOf(answer)
    const byKeys = (a: AnswerRow, b: AnswerRow) => (`${a.keys}` < `${b.keys}` ? -1 : 1)
    return {
      version: answer.version,
      totals: [...answer.totals].sort((a, b) => (a.codes.day ?? 0) - (b.codes.day ?? 0)),
      rows: sorted ? rows : rows.sort(byKeys),
    }
  }

  const readEach = async (plans: readonly ReportPlan[]): Promise<Answer[]> => {
    const found: Answer[] = []
    for (const plan of plans) found.push(await read(await runPlan(plan, opened.store, never), plan))
    return found
  }

  test('plans are answered in order, each as if asked alone', async () => {
    await put(opened.slices, state(1n))
    const plans = [rows, total, long, slices, total]
    const found: Answer[] = []
    for await (const answer of opened.store.query(plans, never)) {
      found.push(await read(answer, plans[found.length]!))
    }
    expect(found).toEqual(await readEach(plans))
    const version = await opened.store.states.version()
    expect(found.map((answer) => answer.version)).toEqual(plans.map(() => version))
  })

  test('plans are answered from one state, whatever is imported between them', async () => {
    await put(opened.slices, state(1n))
    const asOf = { ...slices, asOfMs: Date.UTC(2100, 0) }
    const plans = [total, slices, asOf, long, unsorted, total]
    const expected = await readEach(plans)

    const found: Answer[] = []
    let impressions = 1n
    for await (const answer of opened.store.query(plans, never)) {
      // One import is committed while the first answer is unread, one before the next is requested.
      await put(opened.slices, state(++impressions))
      found.push(await read(answer, plans[found.length]!))
      await put(opened.slices, [{ ...state(++impressions)[0]!, network: 'admob' }])
    }
    expect(found).toEqual(expected)
    const after = await readPlan(opened.store, total)
    expect(after.rows).not.toEqual(expected[0]!.rows)
    expect(after.version).not.toBe(expected[0]!.version)
  })

  test('without plans there are no answers', async () => {
    expect(await opened.store.query([], never).next()).toEqual({ done: true, value: undefined })
  })

  test('requesting the next answer ends the rows of the one before', async () => {
    await put(opened.slices, state(1n))
    for (const plan of [rows, long]) {
      await using answers = opened.store.query([plan, total, slices], never)
      const { value: first } = await answers.next()
      await answers.next()
      await expect(rowsOf(first!)).rejects.toThrow('closed')
      const { value: last } = await answers.next()
      // One day for each of 251 countries.
      expect((await rowsOf(last!)).map(({ sums }) => sums.impressions)).toEqual(
        dates.map(() => 251n),
      )
    }
  })

  test('rows cannot be read after they are disposed of', async () => {
    await put(opened.slices, state(1n))
    for (const plan of [rows, long, total]) {
      const answer = await runPlan(plan, opened.store, never)
      await answer[Symbol.asyncDispose]()
      await expect(rowsOf(answer)).rejects.toThrow('closed')
    }
  })

  test('rows that are disposed of halfway have no further rows', async () => {
    await put(opened.slices, state(1n))
    for (const plan of [rows, long, unsorted]) {
      const answer = await runPlan(plan, opened.store, never)
      const chunks = answer.chunks[Symbol.asyncIterator]()
      const { value: first } = await chunks.next()
      expect(first.rowCount).toBeLessThan(10_040)
      await answer[Symbol.asyncDispose]()
      await expect(chunks.next()).rejects.toThrow('closed')
    }
  })

  test('unread answers do not stop the store from answering', async () => {
    await put(opened.slices, state(1n))
    for (let round = 0; round < 30; round++) {
      const answers = opened.store.query([rows, long, unsorted].slice(round % 3), never)
      await answers.next()
      if (round % 2 === 0) await answers.next()
      await answers.return()
      expect(await answers.next()).toEqual({ done: true, value: undefined })
    }
    expect((await readPlan(opened.store, rows)).rows.length).toBe(10_040)
  })

  test('an answer that is aborted at any moment is an error or whole, never cut off', async () => {
    const { store } = opened
    await put(opened.slices, state(1n).slice(0, 3 * countries.length))
    const plan: ReportPlan = { ...total, dimensions: ['country'], totals: null }
    const longestMs = await timeOf(() => readPlan(store, plan))
    const ended = { whole: 0, cutOff: 0, aborted: 0 }
    const hungUp = new Error('hung up')
    for (let nth = 0; nth < 300; nth++) {
      const abort = new AbortController()
      const isRead = abortIn(abort, (nth / 200) * longestMs, hungUp)
      try {
        let count = 0
        for await (const { rowCount } of (await runPlan(plan, store, abort.signal)).chunks)
          count += rowCount
        ended[count === countries.length ? 'whole' : 'cutOff']++
      } catch (error) {
        expect(error).toBe(hungUp)
        ended.aborted++
      } finally {
        isRead()
      }
    }
    expect(ended).toMatchObject({ cutOff: 0 })
    expect(ended.aborted).toBeGreaterThan(0)
  })

  test('an abort between two plans stops the query, and the next one runs', async () => {
    await put(opened.slices, state(1n))
    const reason = new Error('hung up')
    for (const plan of [total, rows, long]) {
      const abort = new AbortController()
      const answers = opened.store.query([plan, plan], abort.signal)
      await answers.next()
      abort.abort(reason)
      await expect(answers.next()).rejects.toBe(reason)
      expect(await answers.next()).toEqual({ done: true, value: undefined })
    }
    expect((await readPlan(opened.store, rows)).rows.length).toBe(10_040)
  })

  test('a sum that does not fit 64 bits ends the query at its plan', async () => {
    // 10,040 rows of slightly more than 2^63 ÷ 9,223.
    await put(opened.slices, state(1n, 1_000_000_000_000_000n))
    const byDay = { ...slices, totals: null }
    const answers = opened.store.query([byDay, total, byDay], never)
    const { value: first } = await answers.next()
    expect((await rowsOf(first!)).length).toBe(40)
    await expect(answers.next()).rejects.toMatchObject({ code: 'figure_too_large' })
    expect(await answers.next()).toEqual({ done: true, value: undefined })
    expect((await readPlan(opened.store, rows)).rows.length).toBe(10_040)
  })
}

async function timeOf(work: () => Promise<unknown>): Promise<number> {
  const startMs = performance.now()
  await work()
  return performance.now() - startMs
}

/** Aborts after some time, to less than a millisecond. @returns ends that */
function abortIn(abort: AbortController, delayMs: number, reason: Error): () => void {
  const atMs = performance.now() + delayMs
  let next: NodeJS.Immediate
  const look = () => {
    if (performance.now() >= atMs) abort.abort(reason)
    else next = setImmediate(look)
  }
  next = setImmediate(look)
  return () => clearImmediate(next)
}
