import { expect, test } from 'vitest'
import type { FigureLedger } from '../../ledger/figure-ledger.ts'
import type { Horizon } from '../../ledger/history.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportStore } from '../../reporting/report-store.ts'
import { runPlan } from '../../reporting/run-report.ts'
import { parseDay } from '../../values/day.ts'
import { fromHorizonOn } from './horizon-report-store.ts'

const day = parseDay('2026-03-01')!
const plan: ReportPlan = {
  table: 'slices',
  account: 1,
  entry: 1,
  apps: null,
  filters: {},
  sorted: true,
  totals: null,
  days: { firstDay: day, lastDay: day },
  dimensions: ['day'],
  sums: ['impressions'],
}

/** A store whose account was imported again as entry 2, without a change. Reading runs `meanwhile`. */
function openStore(meanwhile: (moveTo: (entry: number) => void) => void) {
  let horizon: Horizon | null = null
  const read = () => meanwhile((entry) => (horizon = { entry, sinceMs: 0 }))
  const engine = {
    states: { of: async () => ({ version: 'v', generation: 0, entry: 2, committedAtMs: 0 }) },
    countRows: async () => {
      read()
      return 0
    },
    async *query() {
      const chunks = async function* () {
        read()
        yield* []
      }
      yield { version: 'v', totals: [], chunks: chunks() }
    },
  } as unknown as ReportStore
  const ledger = { entriesOf: async () => [] } as unknown as FigureLedger
  return fromHorizonOn(engine, { horizon: async () => horizon, ledger })
}

const { signal } = new AbortController()

async function readAll(store: ReportStore): Promise<void> {
  await using rows = await runPlan(plan, store, signal)
  for await (const _ of rows.chunks);
}

test.each([
  ['read', readAll],
  ['counted', (store: ReportStore) => store.countRows(plan, signal)],
])(
  'when a compaction passes a past state while its rows are %s, it is refused',
  async (_, read) => {
    await expect(read(openStore((moveTo) => moveTo(2)))).rejects.toMatchObject({
      code: 'history_compacted',
    })
    await read(openStore((moveTo) => moveTo(1)))
    await read(openStore(() => undefined))
  },
)
