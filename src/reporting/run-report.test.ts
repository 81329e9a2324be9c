import { describe, expect, test } from 'vitest'
import { parseDay } from '../values/day.ts'
import { ReportError, totalTooLarge } from './report-error.ts'
import type { ReportPlan } from './report-plan.ts'
import type { ReportRequest } from './report-request.ts'
import type { FigureStates, ReportChunk, ReportRows, ReportStore } from './report-store.ts'
import { collectGroups, runReport, sumsAt } from './run-report.ts'

const day = parseDay('2026-03-01')!
const request: ReportRequest = {
  account: 7,
  apps: null,
  days: { firstDay: day, lastDay: day },
  filters: {},
  dimensions: ['network', 'day'],
  metrics: ['impressions'],
  sorted: false,
  totals: null,
}

async function* chunksOf(chunks: readonly ReportChunk[]) {
  yield* chunks
}

const answer = (chunks: readonly ReportChunk[]): ReportRows => ({
  version: 'v1',
  totals: [],
  chunks: chunksOf(chunks),
})

const state = async () => ({ version: '1', generation: 0, entry: 0, committedAtMs: null })
const noStates: FigureStates = {
  version: async () => 'v1',
  probe: async () => undefined,
  of: state,
  asOf: state,
  changedSince: async () => null,
  after: async () => null,
}

describe('runReport', () => {
  /** Answers every plan with the same rows, and notes what happens to the query. */
  function openStore(rows: ReportRows) {
    const plans: ReportPlan[] = []
    const ended: string[] = []
    const store: ReportStore = {
      states: noStates,
      countRows: async () => 0,
      async *query(given, signal) {
        try {
          for (const plan of given) {
            signal.throwIfAborted()
            plans.push(plan)
            yield rows
          }
        } finally {
          ended.push('ended')
        }
      },
    }
    return { store, plans, ended }
  }

  test('plans the request and answers with its rows', async () => {
    const rows = answer([])
    const { store, plans } = openStore(rows)
    await using report = await runReport(request, store, new AbortController().signal)
    expect(report).toMatchObject(rows)
    expect(plans).toMatchObject([{ account: 7, dimensions: ['day', 'network'], table: 'slices' }])
  })

  test('keeps the connection until the answer is disposed of', async () => {
    const { store, ended } = openStore(answer([]))
    {
      await using _report = await runReport(request, store, new AbortController().signal)
      expect(ended).toEqual([])
    }
    expect(ended).toEqual(['ended'])
  })

  test('passes the signal on', async () => {
    const { store } = openStore(answer([]))
    await expect(runReport(request, store, AbortSignal.abort())).rejects.toThrow('aborted')
  })
})

const chunk = (codes: number[], labels: string[] | null, impressions: bigint[]): ReportChunk => ({
  rowCount: codes.length,
  dimensions: { network: { codes, labels } },
  sums: { impressions: BigInt64Array.from(impressions) },
})

describe('collectGroups', () => {
  test('reads every row of every chunk, with the name of its group', async () => {
    const names = ['admob', 'vungle', 'tapjoy']
    const rows = answer([chunk([2, 0], names, [5n, 6n]), chunk([1], names, [7n])])
    expect(await collectGroups(rows)).toEqual([
      { key: 'tapjoy', sums: { impressions: 5 } },
      { key: 'admob', sums: { impressions: 6 } },
      { key: 'vungle', sums: { impressions: 7 } },
    ])
  })

  test('gives groups without names their code', async () => {
    const groups = await collectGroups(answer([chunk([20_513, 20_514], null, [1n, 2n])]))
    expect(groups.map(({ key }) => key)).toEqual([20_513, 20_514])
  })

  test('gives the only group of a report without dimensions the code 0', async () => {
    const rows = answer([{ rowCount: 1, dimensions: {}, sums: { clicks: BigInt64Array.of(3n) } }])
    expect(await collectGroups(rows)).toEqual([{ key: 0, sums: { clicks: 3 } }])
  })
})

test('sumsAt reads the sums of a row, of any size', () => {
  const sums = {
    clicks: BigInt64Array.of(1n, 2n),
    revenueMicros: BigInt64Array.of(-1n, 9_223_372_036_854_775_807n),
  }
  expect(sumsAt({ rowCount: 2, dimensions: {}, sums }, 1)).toEqual({
    clicks: 2,
    revenueMicros: 9_223_372_036_854_775_807n,
  })
})

test('a total that is too large is refused with the limit and the cause', () => {
  const cause = new Error('overflow')
  const error = totalTooLarge(cause)
  expect(error).toBeInstanceOf(ReportError)
  expect(error).toMatchObject({ name: 'ReportError', code: 'figure_too_large', cause })
  expect(error.message).toContain('9,223,372,036,854,775,807')
})
