import type { MemoryBudget, MemoryUse } from '../../limits/memory-budget.ts'
import { periodsOf } from '../../reporting/periods.ts'
import { isOfSlices } from '../../reporting/plan-report.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { ReportFilters } from '../../reporting/report-request.ts'
import {
  type FigureStates,
  type FiguresAt,
  hasStatuses,
  type ReportRows,
  type ReportStore,
} from '../../reporting/report-store.ts'
import { runPlan } from '../../reporting/run-report.ts'
import { type Day, type DaySpan, dayCount } from '../../values/day.ts'
import { inTurns } from '../../values/turns.ts'
import { answerPlans } from '../sql/answer-plans.ts'
import { AccountMemory } from './account-memory.ts'
import { answerPlan, countGroups } from './answer-plan.ts'
import { BlockBuilder, type BlockDimension, blockDimensions } from './block.ts'
import { FigureMemory } from './figure-memory.ts'
import { blockSource, namesApps, type Source, sliceSource } from './sources.ts'
import { TooLargeError } from './too-large-error.ts'

/** More than any report may cover. */
const maxDays = 4_000
/** Blocks that one answer is made from. */
const maxBlocks = 5_000
/** Longer ranges of one app are the engine's, which does not hold all rows. */
const maxDaysReadNow = 31
/** Nor are more rows than this held: some megabytes. */
const maxRowsReadNow = 50_000
/** Accounts whose state is remembered. */
const maxAccounts = 10_000

/**
 * Answers plans from figures in memory, and leaves to the engine what it does not have. No question waits
 * for memory: what it misses is read in the background, for the next one.
 */
export class MemoryReportStore implements ReportStore {
  readonly #engine: ReportStore
  readonly #memory: FigureMemory
  /** Those that were asked for longest ago come first. */
  readonly #accounts = new Map<number, AccountMemory>()
  /** Questions that were answered from memory, and those that the engine was asked. */
  readonly answered = { memory: 0, engine: 0 }

  constructor(engine: ReportStore, budget: MemoryBudget, now = () => new Date()) {
    this.#engine = engine
    this.#memory = new FigureMemory(engine, budget, now)
  }

  get states(): FigureStates {
    return this.#engine.states
  }

  async countRows(plan: ReportPlan, signal: AbortSignal): Promise<number> {
    const state = await this.#engine.states.of(plan.account)
    using use = this.#memory.budget.use()
    const source = this.#sourceOf(plan, state, use)
    const count = source && (await countGroups(plan, source, use))
    return count ?? this.#engine.countRows(plan, signal)
  }

  async *query(plans: readonly ReportPlan[], signal: AbortSignal): AsyncGenerator<ReportRows> {
    signal.throwIfAborted()
    await using opened = new AsyncDisposableStack()
    const use = opened.use(this.#memory.budget.use())
    const [account = 0, ...others] = new Set(plans.map((plan) => plan.account))
    if (others.length > 0) {
      // Only the engine reads several accounts in one state.
      this.answered.engine += 1
      yield* this.#engine.query(plans, signal)
      return
    }
    const state = await this.#engine.states.of(account)
    const sources: Source[] = []
    let isRead = false
    for (const plan of plans) {
      let source = this.#sourceOf(plan, state, use)
      isRead ||= source === null
      source ??= await this.#readNow(plan, state, use, signal)
      if (source) sources.push(source)
    }
    opened.defer(() => {
      this.answered[isRead ? 'engine' : 'memory'] += 1
    })
    if (sources.length < plans.length) {
      await opened.disposeAsync()
      yield* this.#engine.query(plans, signal)
      return
    }
    yield* answerPlans(plans, {
      read: async (plan) => {
        const rows = await answerPlan(plan, sources[plans.indexOf(plan)]!, use)
        if (rows) return { version: state.version, ...rows }
        isRead = true
        return opened.use(await runPlan({ ...plan, entry: state.entry }, this.#engine, signal))
      },
      close: () => opened.disposeAsync(),
    })
  }

  /** Reads slices and the latest figures of accounts, in the background, as long as there is room. */
  async warm(accounts: readonly number[]): Promise<void> {
    for (const account of accounts) {
      if (this.#memory.background.signal.aborted || !this.#memory.hasRoom) return
      const state = await this.#engine.states.of(account)
      await this.#memoryAt(account, state)?.warm()
    }
  }

  /** Waits until nothing is read in the background. */
  idle(): Promise<void> {
    return this.#memory.background.idle()
  }

  close(): Promise<void> {
    return this.#memory.background.close()
  }

  /**
   * @param use counts what the answer is made from until it ends
   * @returns null when the engine has to answer
   */
  #sourceOf(plan: ReportPlan, state: FiguresAt, use: MemoryUse): Source | null {
    if (!isOfMemory(plan) || (plan.entry !== undefined && plan.entry !== state.entry)) return null
    const memory = this.#memoryAt(plan.account, state)
    if (!memory) return null
    if (plan.table === 'slices') {
      const slices = memory.slices(plan.apps, use)
      return slices && sliceSource(plan, slices)
    }
    const isOfAll = plan.apps === null && !namesApps(plan)
    const apps = isOfAll ? null : (plan.apps ?? [...(memory.slices(null, use)?.apps.keys() ?? [])])
    const months = monthsOf(plan)
    if (apps && (apps.length === 0 || apps.length * months.length > maxBlocks)) return null
    const blocks = memory.blocks(apps, months, usedDimensions(plan), use)
    const source = blocks && blockSource(plan, blocks)
    if (!source || !hasStatuses(plan) || isOfSlices(plan)) return source
    const slices = memory.slices(plan.apps, use)
    return slices && { ...source, slices: sliceSource(plan, slices) }
  }

  /**
   * Reads the stored rows of one app and few days. The engine is quicker when it neither groups nor sorts.
   *
   * @returns null when the engine has to answer
   */
  async #readNow(
    plan: ReportPlan,
    { entry }: FiguresAt,
    use: MemoryUse,
    signal: AbortSignal,
  ): Promise<Source | null> {
    const { apps, days, sums, table } = plan
    const isShort = table === 'figures' && apps?.length === 1 && dayCount(days) <= maxDaysReadNow
    if (!isShort || !isOfMemory(plan) || (plan.entry ?? entry) !== entry) return null
    // Another range would have to be read too.
    if (hasStatuses(plan)) return null
    if (!this.#memory.isOn) return null
    const builder = new BlockBuilder(days, sums, use)
    const dimensions = ['day', ...blockDimensions] as const
    const stored = { ...plan, entry, dimensions, sorted: false, totals: null }
    const { order: _order, limit: _limit, offset: _offset, appGroups: _groups, ...all } = stored
    await using rows = await runPlan(all, this.#engine, signal)
    let rowCount = 0
    try {
      for await (const chunk of rows.chunks) {
        rowCount += chunk.rowCount
        if (rowCount > maxRowsReadNow) return null
        builder.add(chunk)
      }
    } catch (error) {
      if (error instanceof TooLargeError) return null
      throw error
    }
    return blockSource(plan, [{ app: apps[0]!, block: await inTurns(builder.build()) }])
  }

  /** @returns null while memory is of another state, and where nothing may be kept */
  #memoryAt(account: number, state: FiguresAt): AccountMemory | null {
    if (!this.#memory.isOn) return null
    const known = this.#accounts.get(account)
    const memory = known ?? new AccountMemory(account, state, this.#memory)
    this.#accounts.delete(account)
    this.#accounts.set(account, memory)
    if (this.#accounts.size > maxAccounts) {
      this.#accounts.delete(this.#accounts.keys().next().value!)
    }
    if (memory.isAt(state)) return memory
    memory.catchUp()
    return null
  }
}

/** Whether memory has what a plan needs, if it has its figures. */
export function isOfMemory(plan: ReportPlan): boolean {
  const { asOfMs, having, summed, dimensions, totals } = plan
  if (plan.kinds || asOfMs !== undefined || having || summed) return false
  if (dimensions.includes('adTag') || hasAdTags(plan.filters) || hasAdTags(plan.excluded)) {
    return false
  }
  // The single row of totals is the engine's.
  if (dimensions.length === 0 && totals) return false
  return spansOf(plan).every((days) => dayCount(days) > 0 && dayCount(days) <= maxDays)
}

const spansOf = ({ days, comparison }: ReportPlan): DaySpan[] =>
  comparison ? [days, comparison.days] : [days]

/** The months of a plan's ranges, by their first days. */
const monthsOf = (plan: ReportPlan): Day[] => [
  ...new Set(spansOf(plan).flatMap((days) => periodsOf('month', days))),
]

/** The dimensions of blocks that a plan groups or filters by. */
function usedDimensions(plan: ReportPlan): BlockDimension[] {
  const { dimensions, filters, excluded, comparedPairs } = plan
  const isFiltered = { network: 'networks', format: 'formats', country: 'countries' } as const
  return blockDimensions.filter((name) => {
    const filter = isFiltered[name]
    if (name === 'network' && comparedPairs) return true
    return dimensions.includes(name) || filters[filter] !== undefined || excluded?.[filter]
  })
}

const hasAdTags = (filters: ReportFilters = {}): boolean => filters.adTags !== undefined
