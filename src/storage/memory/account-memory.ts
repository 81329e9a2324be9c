import type { MemoryBudget, Shelf } from '../../limits/memory-budget.ts'
import { countedSums, sums } from '../../reporting/metrics.ts'
import { periodOf } from '../../reporting/periods.ts'
import type { ReportPlan } from '../../reporting/report-plan.ts'
import type { FiguresAt, ReportChunk, ReportStore } from '../../reporting/report-store.ts'
import { runPlan } from '../../reporting/run-report.ts'
import { addDays, type Day, type DaySpan, parseDay } from '../../values/day.ts'
import type { Background } from './background.ts'
import {
  type Block,
  BlockBuilder,
  type BlockDimension,
  blockDimensions,
  bytesOf,
  monthSpan,
} from './block.ts'
import { project } from './project.ts'
import {
  type AccountSlices,
  isExact,
  replaceApps,
  SliceBuilder,
  SlicesTooLargeError,
} from './slice-series.ts'
import type { BlockOfApp } from './sources.ts'

/** A block with more rows is not kept. */
const maxBlockRows = 500_000
/** Blocks that one question may have read. Larger questions are left to the engine. */
const maxMissing = 64
/** Of more apps than this, the slices of the whole account are read. */
const maxAppsRead = 64

const allDays: DaySpan = { firstDay: parseDay('0001-01-01')!, lastDay: parseDay('9999-12-31')! }

/** Slices in memory, and the apps among them whose slices have changed since. */
interface KeptSlices {
  readonly slices: AccountSlices
  readonly stale: ReadonlySet<number>
}

/** What memories of accounts have in common. */
export interface Kept {
  readonly engine: ReportStore
  readonly slices: Shelf<KeptSlices>
  readonly blocks: Shelf<Block>
  /** The most that one value may take. */
  readonly largestBytes: number
  /** Blocks that were missing once. Those that are missed again are read. */
  readonly missed: Set<string>
  readonly background: Background
}

export const keptIn = (
  budget: MemoryBudget,
  engine: ReportStore,
  background: Background,
): Kept => ({
  ...{ engine, background, missed: new Set() },
  slices: budget.shelf('slices'),
  blocks: budget.shelf('block'),
  largestBytes: budget.largestBytes,
})

/** Missed blocks that are remembered. */
const maxMissedBlocks = 100_000
let nextEpoch = 1

/**
 * The figures of one account in memory, as they are after a ledger entry. They are read from the engine in
 * the background, one thing after another, so nothing changes while something is read.
 */
export class AccountMemory {
  readonly #account: number
  readonly #kept: Kept
  #state: FiguresAt
  /** Another one when nothing of what is kept may be used any more. */
  #epoch = nextEpoch++
  #areSlicesTooLarge = false

  /** @param state the account's current state */
  constructor(account: number, state: FiguresAt, kept: Kept) {
    this.#account = account
    this.#state = state
    this.#kept = kept
  }

  /** Whether this is the memory of a state. */
  isAt({ entry, generation }: FiguresAt): boolean {
    return this.#state.entry === entry && this.#state.generation === generation
  }

  /** The slices of some apps, or of all; null while they are not in memory. */
  slices(apps: readonly number[] | null): AccountSlices | null {
    if (this.#areSlicesTooLarge) return null
    const kept = this.#kept.slices.get(this.#key('slices'))
    if (kept?.stale.size === 0) return kept.slices
    this.readSlices()
    const isFresh = kept && apps && !apps.some((app) => kept.stale.has(app))
    return isFresh ? kept.slices : null
  }

  /** Reads what is missing of the slices, in the background. */
  readSlices(): void {
    this.#kept.background.add(this.#key('slices'), () => this.#loadSlices())
  }

  /**
   * The blocks of some apps and days; null while one of them is not in memory.
   *
   * @param apps null for blocks of all apps together
   * @param by the dimensions that matter: blocks may have been added up over the others
   */
  blocks(
    apps: readonly number[] | null,
    days: DaySpan,
    by: readonly BlockDimension[],
  ): BlockOfApp[] | null {
    const found: BlockOfApp[] = []
    const missing: (() => void)[] = []
    for (let month = periodOf('month', days.firstDay); month <= days.lastDay; ) {
      for (const app of apps ?? [null]) {
        const block = this.#block(app, month, by)
        if (block) found.push({ app, block })
        else missing.push(this.#miss(app, month))
      }
      if (missing.length > maxMissing) return null
      month = addDays(monthSpan(month).lastDay, 1)
    }
    for (const note of missing) note()
    return missing.length === 0 ? found : null
  }

  #block(app: number | null, month: Day, by: readonly BlockDimension[]): Block | null {
    const key = this.#blockKey(app, month)
    const block = this.#kept.blocks.get(key)
    if (!block) return null
    return project(block, by, () => this.#kept.blocks.set(key, block, bytesOf(block)))
  }

  /** Reads a block if it is missing, in the background. */
  readBlock(app: number | null, month: Day): void {
    const key = this.#blockKey(app, month)
    if (this.#kept.blocks.get(key)) return
    this.#kept.background.add(key, () => this.#loadBlock(app, month))
  }

  /** Moves on to the account's current state, in the background. */
  catchUp(): void {
    this.#kept.background.add(this.#key('state'), async () => {
      const { engine, slices, blocks } = this.#kept
      const state = await engine.stateOf(this.#account)
      const isSame = state.generation === this.#state.generation && state.entry >= this.#state.entry
      const changed = isSame ? await engine.changedSince(this.#account, this.#state.entry) : null
      if (changed) {
        for (const { app, month } of changed) {
          for (const one of [app, null]) blocks.delete(this.#blockKey(one, month))
        }
        const key = this.#key('slices')
        const kept = slices.get(key)
        const stale = new Set([...(kept?.stale ?? []), ...changed.map(({ app }) => app)])
        if (kept) slices.set(key, { ...kept, stale }, kept.slices.bytes)
      } else {
        this.#epoch = nextEpoch++
      }
      this.#areSlicesTooLarge = false
      this.#state = state
      this.readSlices()
    })
  }

  /** Notes that a block was missing; at the second time, it is read. */
  #miss(app: number | null, month: Day): () => void {
    return () => {
      const { missed } = this.#kept
      const key = this.#blockKey(app, month)
      if (missed.delete(key)) return this.readBlock(app, month)
      if (missed.size >= maxMissedBlocks) missed.clear()
      missed.add(key)
    }
  }

  async #loadSlices(): Promise<void> {
    const { slices: shelf, largestBytes } = this.#kept
    const key = this.#key('slices')
    const kept = shelf.get(key)
    if (kept?.stale.size === 0) return
    const part = kept && kept.stale.size <= maxAppsRead ? kept.stale : null
    const read = await this.#readSlices(part && [...part], largestBytes)
    if (read === null) {
      this.#areSlicesTooLarge = true
      return
    }
    const slices = part ? replaceApps(kept!.slices, part, read) : read
    if (part && !isExact(slices)) {
      // Magnitudes only grow when apps are replaced.
      shelf.delete(key)
      this.readSlices()
      return
    }
    this.#areSlicesTooLarge = !shelf.set(key, { slices, stale: new Set() }, slices.bytes)
  }

  /** @returns null when they would take more memory than they may */
  async #readSlices(
    apps: readonly number[] | null,
    maxBytes: number,
  ): Promise<AccountSlices | null> {
    const builder = new SliceBuilder(maxBytes)
    const plan = {
      table: 'slices',
      ...{ apps, days: allDays, sums: countedSums },
      dimensions: ['day', 'app', 'network'],
    } as const
    try {
      await this.#read(plan, (chunk) => builder.add(chunk))
    } catch (error) {
      if (error instanceof SlicesTooLargeError) return null
      throw error
    }
    return builder.build()
  }

  async #loadBlock(app: number | null, month: Day): Promise<void> {
    const days = monthSpan(month)
    const builder = new BlockBuilder(days)
    let rowCount = 0
    const plan = {
      table: 'figures',
      ...{ apps: app === null ? null : [app], days, sums },
      dimensions: ['day', ...blockDimensions],
    } as const
    await this.#read(plan, (chunk) => {
      rowCount += chunk.rowCount
      if (rowCount > maxBlockRows) throw new Error('The block has too many rows.')
      builder.add(chunk)
    })
    const block = builder.build()
    this.#kept.blocks.set(this.#blockKey(app, month), block, block.bytes)
  }

  /** Reads rows as of the memory's state. */
  async #read(
    plan: Pick<ReportPlan, 'table' | 'apps' | 'days' | 'dimensions' | 'sums'>,
    take: (chunk: ReportChunk) => void,
  ): Promise<void> {
    const { engine, background } = this.#kept
    const { entry } = this.#state
    const rest = { account: this.#account, entry, filters: {}, sorted: false, totals: null }
    await using rows = await runPlan({ ...plan, ...rest }, engine, background.signal)
    for await (const chunk of rows.chunks) take(chunk)
  }

  #key(what: string): string {
    return `${this.#epoch} ${what}`
  }

  #blockKey(app: number | null, month: Day): string {
    return this.#key(`${app ?? 'all'} ${month}`)
  }
}
