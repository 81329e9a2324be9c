import { MemoryBudget } from '../../src/limits/memory-budget.ts'
import type { ReportStore } from '../../src/reporting/report-store.ts'
import { MemoryReportStore } from '../../src/storage/memory/memory-report-store.ts'

interface TestedStore {
  readonly store: ReportStore
  /** Waits until nothing is read in the background. */
  readonly idle: () => Promise<void>
}

/** No memory, memory for everything, and so little that everything is thrown out soon. */
const budgets = [0, 64_000_000, 40_000]

const known = new WeakMap<ReportStore, readonly TestedStore[]>()

/** An engine's store behind memory of several sizes. */
export function inMemory(engine: ReportStore): readonly TestedStore[] {
  const stores =
    known.get(engine) ??
    budgets.map((bytes) => {
      const store = new MemoryReportStore(engine, new MemoryBudget(bytes))
      return { store, idle: () => store.idle() }
    })
  known.set(engine, stores)
  return stores
}
