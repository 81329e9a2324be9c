import { expect, test } from 'vitest'
import { MemoryBudget } from '../../limits/memory-budget.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportChunk, ReportStore } from '../../reporting/report-store.ts'
import { runPlan } from '../../reporting/run-report.ts'
import { parseDay } from '../../values/day.ts'
import { MemoryReportStore } from './memory-report-store.ts'

const day = parseDay('2026-03-01')!
const state = { version: 'v', generation: 0, entry: 1, committedAtMs: 0 }

/** Equal rows of one day. */
function chunkOf(rowCount: number): ReportChunk {
  const codes = new Uint32Array(rowCount)
  const names = { codes, labels: ['a'] }
  return {
    rowCount,
    dimensions: {
      network: names,
      format: names,
      country: names,
      day: { codes: codes.map(() => day), labels: null },
    },
    sums: { impressions: new BigInt64Array(rowCount).fill(1n) },
  }
}

const plan: ReportPlan = {
  table: 'figures',
  account: 1,
  entry: 1,
  apps: [1],
  filters: {},
  sorted: true,
  totals: null,
  days: { firstDay: day, lastDay: day },
  dimensions: ['country'],
  sums: ['impressions'],
}

test.each([
  [30, ['day network format country']],
  [80, ['day network format country', 'country']],
])(
  'of a question about one app, %i thousand stored rows are read, or the engine answers',
  async (thousands, expected) => {
    const asked: string[] = []
    const engine = {
      states: { of: async () => state },
      async *query([one]: readonly ReportPlan[]) {
        asked.push(one!.dimensions.join(' '))
        const chunks = async function* () {
          for (let nth = 0; nth < thousands; nth++) yield chunkOf(1_000)
        }
        yield { version: 'v', totals: [], chunks: chunks() }
      },
    } as unknown as ReportStore
    const store = new MemoryReportStore(engine, new MemoryBudget(10_000_000))
    await using rows = await runPlan(plan, store, new AbortController().signal)
    let total = 0
    for await (const { rowCount, sums } of rows.chunks) {
      for (let row = 0; row < rowCount; row++) total += Number(sums.impressions![row])
    }
    expect(total).toBe(thousands * 1_000)
    expect(asked).toEqual(expected)
  },
)
