import { Registry } from 'prom-client'
import { expect, test } from 'vitest'
import type { ReportPlan } from '../reporting/report-plan.ts'
import type { ReportRows, ReportStore } from '../reporting/report-store.ts'
import { EngineMetrics } from './engine-metrics.ts'

/** Answers plans without rows, and fails at one that is named `bad`. */
const engine = {
  async *query(plans: readonly unknown[]): AsyncGenerator<ReportRows, void, void> {
    for (const plan of plans) {
      if (plan === 'bad') throw new Error('bad plan')
      yield { version: null, totals: [], chunks: (async function* () {})() }
    }
  },
} as unknown as ReportStore

/** @returns the number of questions that were timed */
async function askedOf(plans: readonly string[]): Promise<number> {
  const registry = new Registry()
  const measured = new EngineMetrics(registry).measure(engine)
  const read = async () => {
    const answers = measured.query(plans as unknown as ReportPlan[], AbortSignal.any([]))
    for await (const { chunks } of answers) for await (const _chunk of chunks);
  }
  await read().catch(() => undefined)
  const text = await registry.metrics()
  return Number(/_question_duration_seconds_count (\d+)/.exec(text)?.[1])
}

test.each([
  { plans: ['one'], count: 1 },
  { plans: ['one', 'two'], count: 2 },
  { plans: ['one', 'bad', 'three'], count: 2 },
])('every question to the engine is timed once, also one that fails: $plans', async (given) => {
  expect(await askedOf(given.plans)).toBe(given.count)
})
