import { allFiguresOf, type FigureLedger } from '../../ledger/figure-ledger.ts'
import { type Horizon, horizonAfter } from '../../ledger/history.ts'
import { historyCompacted } from '../../reporting/report-error.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type {
  FigureStates,
  ReportChunk,
  ReportRows,
  ReportStore,
} from '../../reporting/report-store.ts'

/** Where the stored history begins, and what changed before. */
export interface StoredHistory {
  readonly horizon: () => Promise<Horizon | null>
  readonly ledger: FigureLedger
}

/** Refuses states of times before the stored history begins, of which an engine would only have parts. */
export function fromHorizonOn(engine: ReportStore, history: StoredHistory): ReportStore {
  return {
    states: statesFromHorizonOn(engine.states, history),
    countRows: async (plan, signal) => {
      const before = await history.horizon()
      const count = await engine.countRows(plan, signal)
      if (await isPast(plan, engine)) await assertStored(plan, history, before)
      return count
    },
    query: (plans, signal) => checkedQuery(engine, history, plans, signal),
  }
}

const statesFromHorizonOn = (states: FigureStates, history: StoredHistory): FigureStates => ({
  version: () => states.version(),
  of: (account) => states.of(account),
  changedSince: (account, entry) => states.changedSince(account, entry),
  after: (entry) => states.after(entry),
  probe: () => states.probe(),
  asOf: async (timeMs) => {
    const state = await states.asOf(timeMs)
    if (timeMs === null) return state
    const horizon = await history.horizon()
    if (horizon && state.entry < horizon.entry) throw historyCompacted(horizon.sinceMs)
    return state
  },
})

/**
 * Checks past states again once they are read: a compaction may have begun meanwhile. It moves the horizon before it
 * drops anything, so what was read before the horizon moved is whole.
 */
async function* checkedQuery(
  engine: ReportStore,
  history: StoredHistory,
  plans: readonly ReportPlan[],
  signal: AbortSignal,
): AsyncGenerator<ReportRows, void, void> {
  const past = await Promise.all(plans.map((plan) => isPast(plan, engine)))
  if (!past.includes(true)) return yield* engine.query(plans, signal)
  const before = await history.horizon()
  const answers = engine.query(plans, signal)
  try {
    for (const [place, plan] of plans.entries()) {
      const next = await answers.next()
      if (next.done) return
      const check = async () => (past[place] ? assertStored(plan, history, before) : undefined)
      await check()
      yield { ...next.value, chunks: thenCheck(next.value.chunks, check) }
    }
  } finally {
    await answers.return()
  }
}

/** Long answers are read in parts. */
async function* thenCheck(
  chunks: AsyncIterable<ReportChunk>,
  check: () => Promise<void>,
): AsyncGenerator<ReportChunk> {
  yield* chunks
  await check()
}

/** Whether a plan is of another state than the account's current one. */
async function isPast({ account, entry }: ReportPlan, engine: ReportStore): Promise<boolean> {
  return entry !== undefined && entry !== (await engine.states.of(account)).entry
}

/** @param before the horizon when reading began: if it has moved past a state, any version of it may be gone */
async function assertStored(
  { account, entry }: ReportPlan,
  history: StoredHistory,
  before: Horizon | null,
): Promise<void> {
  const horizon = await history.horizon()
  if (!horizon || entry! >= horizon.entry) return
  const hasMoved = horizon.entry !== before?.entry
  const scope = allFiguresOf(account)
  if (hasMoved || (await horizonAfter(horizon, history.ledger, scope, entry!))) {
    throw historyCompacted(horizon.sinceMs)
  }
}
