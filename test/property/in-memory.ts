import { MemoryBudget } from '../../src/limits/memory-budget.ts'
import type { ReportStore } from '../../src/reporting/report-store.ts'
import { MemoryReportStore } from '../../src/storage/memory/memory-report-store.ts'
import { watchQueries } from '../fixtures/engine-queries.ts'

interface TestedStore {
  readonly store: MemoryReportStore
  /** How often it asked the engine, also in the background. */
  readonly queries: () => number
}

/** Memory for everything, and so little that everything is thrown out soon. */
const budgets = [64_000_000, 40_000]
/** The first question has slices read, which tell the apps; two more miss their blocks before these are read. */
const turns = 4

const known = new WeakMap<ReportStore, readonly TestedStore[]>()

function storesOf(engine: ReportStore): readonly TestedStore[] {
  const stores =
    known.get(engine) ??
    budgets.map((bytes) => {
      let queries = 0
      const watched = watchQueries(engine, () => {
        queries++
      })
      const store = new MemoryReportStore(watched, new MemoryBudget(bytes))
      return { store, queries: () => queries }
    })
  known.set(engine, stores)
  return stores
}

/**
 * Asks an engine's store without memory and behind memory of several sizes, until memory answers.
 *
 * @param isOfMemory whether it could
 * @returns how many memories did
 */
export async function inMemory(
  engine: ReportStore,
  isOfMemory: boolean,
  ask: (store: ReportStore) => Promise<void>,
): Promise<number> {
  await ask(engine)
  let answered = 0
  for (const { store, queries } of storesOf(engine)) {
    for (let turn = 0; turn < (isOfMemory ? turns : 1); turn++) {
      const before = queries()
      await ask(store)
      if (queries() === before) {
        answered++
        break
      }
      await store.idle()
    }
  }
  return answered
}

/** Does something that may change figures, while stores with memory are asked and read them. */
export async function whileRead<Result>(
  engine: ReportStore,
  ask: (store: ReportStore) => Promise<unknown>,
  work: () => Promise<Result>,
): Promise<Result> {
  const asking = storesOf(engine).map(async ({ store }) => {
    for (let turn = 0; turn < turns; turn++) await ask(store)
  })
  const [done] = await Promise.all([work(), ...asking])
  return done
}
