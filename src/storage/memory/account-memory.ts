import type { MemoryUse } from '../../limits/memory-budget.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import { addDays, type Day, dayOf } from '../../values/day.ts'
import { atOnce, inTurns } from '../../values/turns.ts'
import { type AccountSlices, isExact } from './account-slices.ts'
import { type Block, type BlockDimension, blockBytes, isShort, monthSpan } from './block.ts'
import { type CachedSlices, type FigureMemory, readingShare } from './figure-memory.ts'
import {
  type AppsInMonth,
  appBatches,
  type FigureMonths,
  latestBlocks,
  monthsOfEngine,
  monthsOfSlices,
} from './latest-blocks.ts'
import { project, projectionOf } from './project.ts'
import { readBlocks, readSlices, type StoredFigures } from './read-figures.ts'
import { countSlices } from './slice-series.ts'
import type { BlockOfApp } from './sources.ts'

/** Blocks that one question may have read. Larger questions are left to the engine. */
const maxMissing = 64
/** Of more apps than this, the slices of the whole account are read. */
const maxAppsRead = 64
let nextEpoch = 1

/**
 * The figures of one account in memory, as they are after a ledger entry. They are read from the engine in
 * the background, one thing after another, so nothing changes while something is read.
 */
export class AccountMemory {
  readonly #account: number
  readonly #memory: FigureMemory
  #state: FiguresAt
  /** Another one when nothing of what is kept may be used any more. */
  #epoch = nextEpoch++
  #isWarm = false
  /** Reading the latest blocks begins again when slices have changed. */
  #latestReading = 0
  /** Slices are not read before, so that reading them never is most of the work. */
  #nextReadMs = 0

  /** @param state the account's current state */
  constructor(account: number, state: FiguresAt, kept: FigureMemory) {
    this.#account = account
    this.#state = state
    this.#memory = kept
  }

  /** Whether this is the memory of a state. */
  isAt({ entry, generation }: FiguresAt): boolean {
    return this.#state.entry === entry && this.#state.generation === generation
  }

  /**
   * The slices of some apps, or of all; null while they are not in memory.
   *
   * @param use counts them until it ends
   */
  slices(apps: readonly number[] | null, use: MemoryUse): AccountSlices | null {
    const kept = this.#memory.slices.get(this.#key('slices'), use)
    if (kept?.stale.size === 0) return kept.slices
    void this.#readSlices()
    const isFresh = kept && apps && !apps.some((app) => kept.stale.has(app))
    return isFresh ? kept.slices : null
  }

  /**
   * Reads the slices and the latest blocks, in the background, now and whenever they have changed.
   *
   * @returns when they were read
   */
  warm(): Promise<void> {
    this.#isWarm = true
    return this.#readAgain()
  }

  /** Reads what the account's state has changed. */
  async #readAgain(): Promise<void> {
    if (!this.#memory.isTooLarge(this.#key('slices'))) await this.#readSlices()
    else if (this.#isWarm) await this.#readLatest()
  }

  async #readSlices(): Promise<void> {
    const key = this.#key('slices')
    if (performance.now() < this.#nextReadMs || this.#memory.isTooLarge(key)) return
    const isRead = await this.#memory.background.add(key, async () => {
      const startedMs = performance.now()
      await this.#loadSlices()
      const endedMs = performance.now()
      this.#nextReadMs = endedMs + (endedMs - startedMs) / readingShare
    })
    if (isRead && this.#isWarm) await this.#readLatest()
  }

  /**
   * The blocks of some apps and months; null while one of them is not in memory.
   *
   * @param apps null for blocks of all apps together
   * @param months their first days
   * @param by the dimensions that matter: blocks may have been added up over the others
   * @param use counts the blocks until it ends
   */
  blocks(
    apps: readonly number[] | null,
    months: readonly Day[],
    by: readonly BlockDimension[],
    use: MemoryUse,
  ): BlockOfApp[] | null {
    const found: BlockOfApp[] = []
    const missing: [app: number | null, month: Day][] = []
    const slices = this.#memory.slices.get(this.#key('slices'), use)
    for (const month of months) {
      for (const app of apps ?? [null]) {
        if (slices && isEmpty(slices, app, month)) continue
        const block = this.#block(app, month, by, use)
        if (block) found.push({ app, block })
        else missing.push([app, month])
      }
      if (missing.length > maxMissing) return null
    }
    if (missing.length === 0) return found
    if (!this.#memory.readsBlocks) return null
    const read = missing.filter(([app, month]) => this.#memory.misses(this.#blockKey(app, month)))
    for (const [month, some] of Map.groupBy(read, ([, month]) => month)) {
      const batches = apps ? appBatches(some.map(([app]) => app!)) : [null]
      for (const batch of batches) void this.#readBlocks([batch, month])
    }
    return null
  }

  #block(
    app: number | null,
    month: Day,
    by: readonly BlockDimension[],
    use: MemoryUse,
  ): Block | null {
    const key = this.#blockKey(app, month)
    const block = this.#memory.blocks.get(key, use)
    if (!block) return null
    const projection = projectionOf(block, by)
    if (projection) return projection
    if (isShort(block)) {
      const made = atOnce(project(block, by))
      this.#keepAgain(key, block)
      return made
    }
    void this.#memory.background.add(`${key} by ${by}`, async () => {
      if (projectionOf(block, by) === null) await inTurns(project(block, by))
      this.#keepAgain(key, block)
    })
    return block
  }

  /** Counts what a block takes with its projections, unless it was dropped. */
  #keepAgain(key: string, block: Block): void {
    const { blocks } = this.#memory
    if (blocks.get(key) === block) blocks.set(key, block, blockBytes(block))
  }

  /** Moves on to the account's current state, in the background. */
  catchUp(): void {
    void this.#memory.background.add(this.#key('state'), async () => {
      const { engine, slices, blocks } = this.#memory
      const state = await engine.states.of(this.#account)
      const isSame = state.generation === this.#state.generation && state.entry >= this.#state.entry
      const changed = isSame
        ? await engine.states.changedSince(this.#account, this.#state.entry)
        : null
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
      this.#state = state
      void this.#readAgain()
    })
  }

  async #loadSlices(): Promise<void> {
    const { slices: shelf, budget } = this.#memory
    const key = this.#key('slices')
    let slices: AccountSlices | null
    {
      using use = budget.use()
      const kept = shelf.get(key, use)
      if (kept?.stale.size === 0) return
      const part = kept && kept.stale.size <= maxAppsRead ? kept.stale : null
      slices = await readSlices(this.#figures(), part && { slices: kept!.slices, apps: part }, use)
      // Magnitudes only grow when apps are replaced.
      if (slices && part && !isExact(slices)) {
        shelf.delete(key)
        slices = await readSlices(this.#figures(), null, use)
      }
    }
    const value = slices && { slices, stale: new Set<number>() }
    this.#memory.keep(shelf, key, value, slices?.bytes ?? 0)
  }

  /** Reads the latest months of all apps, as long as there is room. Other work has its turn between any two. */
  async #readLatest(): Promise<void> {
    const months = await this.#latestMonths()
    if (!months) return
    const reading = ++this.#latestReading
    for (const some of latestBlocks(months)) {
      if (reading !== this.#latestReading || !this.#memory.hasRoom) return
      await this.#readBlocks(some)
    }
  }

  /** @returns null while the slices are still to be read, or another call is reading the months */
  async #latestMonths(): Promise<FigureMonths | null> {
    const key = this.#key('slices')
    const tomorrow = addDays(dayOf(this.#memory.now().getTime()), 1)
    const kept = this.#memory.slices.get(key)
    if (kept) return monthsOfSlices(kept.slices, tomorrow)
    if (!this.#memory.isTooLarge(key)) return null
    let months: FigureMonths | null = null
    await this.#memory.background.add(this.#key('months'), async () => {
      months = await monthsOfEngine(this.#figures(), tomorrow)
    })
    return months
  }

  /** Reads blocks that are missing, in the background. */
  #readBlocks(some: AppsInMonth): Promise<boolean> {
    return this.#memory.background.add(this.#key(some.join(' ')), () =>
      this.#memory.readInTurn(() => this.#loadBlocks(some)),
    )
  }

  /** @returns whether all are kept */
  async #loadBlocks([apps, month]: AppsInMonth): Promise<boolean> {
    const missing = (apps ?? [null]).filter((app) => this.#isMissing(app, month))
    if (missing.length === 0) return true
    const read = apps && (missing as number[])
    const blocks = await readBlocks(this.#figures(), read, month, this.#memory.budget)
    let areKept = true
    for (const app of missing) {
      const isKept =
        blocks || missing.length === 1
          ? this.#keepBlock(app, month, blocks?.get(app) ?? null)
          : await this.#loadBlocks([[app!], month])
      areKept &&= isKept
    }
    return areKept
  }

  #keepBlock(app: number | null, month: Day, block: Block | null): boolean {
    const { blocks } = this.#memory
    return this.#memory.keep(blocks, this.#blockKey(app, month), block, block?.bytes ?? 0)
  }

  #isMissing(app: number | null, month: Day): boolean {
    const key = this.#blockKey(app, month)
    return !this.#memory.blocks.get(key) && !this.#memory.isTooLarge(key)
  }

  #figures(): StoredFigures {
    const { engine, background } = this.#memory
    return { engine, account: this.#account, entry: this.#state.entry, signal: background.signal }
  }

  #key(what: string): string {
    return `${this.#epoch} ${what}`
  }

  #blockKey(app: number | null, month: Day): string {
    return this.#key(`${app ?? 'all'} ${month}`)
  }
}

/** Whether slices show that a month of an app, or of all apps, has no figures. */
function isEmpty({ slices, stale }: CachedSlices, app: number | null, month: Day): boolean {
  if (app === null ? stale.size > 0 : stale.has(app)) return false
  const of = app === null ? slices.all : slices.apps.get(app)
  return of === undefined || countSlices(of.all, monthSpan(month)) === 0
}
