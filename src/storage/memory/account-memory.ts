import type { MemoryBudget, Shelf } from '../../limits/memory-budget.ts'
import { periodOf } from '../../reporting/periods.ts'
import type { FiguresAt, ReportStore } from '../../reporting/report-store.ts'
import { addDays, type Day, type DaySpan } from '../../values/day.ts'
import { nextTurn } from '../../values/turns.ts'
import { type AccountSlices, isExact } from './account-slices.ts'
import type { Background } from './background.ts'
import { type Block, type BlockDimension, bytesOf, isShort, monthSpan } from './block.ts'
import { projectInTurns, projectionOf, projectNow } from './project.ts'
import { readBlock, readSlices, type StoredFigures } from './read-figures.ts'
import type { BlockOfApp } from './sources.ts'

/** Blocks that one question may have read. Larger questions are left to the engine. */
const maxMissing = 64
/** Of more apps than this, the slices of the whole account are read. */
const maxAppsRead = 64

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
  /** Blocks that take more memory than they may. */
  readonly tooLarge: Set<string>
  /** Whether there is memory for what nobody has asked for yet. */
  readonly hasRoom: () => boolean
  readonly background: Background
}

export const keptIn = (
  budget: MemoryBudget,
  engine: ReportStore,
  background: Background,
): Kept => ({
  ...{ engine, background, missed: new Set(), tooLarge: new Set() },
  hasRoom: () => budget.bytes < budget.maxBytes / 2,
  slices: budget.shelf('slices'),
  blocks: budget.shelf('block'),
  largestBytes: budget.largestBytes,
})

/** Months of all apps together that are read without being asked for: a year and the month before. */
const latestMonthsOfAll = 13
/** Blocks whose absence is remembered. */
const maxNoted = 100_000
/** Slices are read for at most this part of the time. */
const readingShare = 1 / 10
/** Blocks that are looked for before others have their turn. */
const blocksPerTurn = 500
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
  #isWarm = false
  #latest: ReturnType<typeof latestBlocks> | null = null
  /** Slices are not read before, so that reading them never is most of the work. */
  #nextReadMs = 0

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
    this.#readSlices()
    const isFresh = kept && apps && !apps.some((app) => kept.stale.has(app))
    return isFresh ? kept.slices : null
  }

  /** Reads the slices and the latest blocks, in the background, now and whenever they have changed. */
  warm(): void {
    this.#isWarm = true
    this.#readSlices()
  }

  #readSlices(): void {
    if (this.#areSlicesTooLarge || performance.now() < this.#nextReadMs) return
    this.#kept.background.add(this.#key('slices'), async () => {
      const startedMs = performance.now()
      await this.#loadSlices()
      const endedMs = performance.now()
      this.#nextReadMs = endedMs + (endedMs - startedMs) / readingShare
      if (this.#isWarm) this.#readLatest()
    })
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
    const projection = projectionOf(block, by)
    if (projection) return projection
    if (isShort(block)) {
      const made = projectNow(block, by)
      this.#keepAgain(key, block)
      return made
    }
    this.#kept.background.add(`${key} by ${by}`, async () => {
      if (projectionOf(block, by) === null) await projectInTurns(block, by)
      this.#keepAgain(key, block)
    })
    return block
  }

  /** Counts what a block takes with its projections, unless it was dropped. */
  #keepAgain(key: string, block: Block): void {
    const { blocks } = this.#kept
    if (blocks.get(key) === block) blocks.set(key, block, bytesOf(block))
  }

  /** Reads a block if it is missing, in the background. */
  #readBlock(app: number | null, month: Day): void {
    this.#kept.background.add(this.#blockKey(app, month), async () => {
      if (this.#isMissing(app, month)) await this.#loadBlock(app, month)
    })
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
        this.#areSlicesTooLarge = false
      }
      this.#state = state
      this.#readSlices()
    })
  }

  /** Notes that a block was missing; at the second time, it is read. */
  #miss(app: number | null, month: Day): () => void {
    return () => {
      const { missed } = this.#kept
      const key = this.#blockKey(app, month)
      if (this.#kept.tooLarge.has(key)) return
      if (missed.delete(key)) return this.#readBlock(app, month)
      note(missed, key)
    }
  }

  async #loadSlices(): Promise<void> {
    const { slices: shelf, largestBytes } = this.#kept
    const key = this.#key('slices')
    const kept = shelf.get(key)
    if (kept?.stale.size === 0) return
    const part = kept && kept.stale.size <= maxAppsRead ? kept.stale : null
    const old = part && { slices: kept!.slices, apps: part }
    const slices = await readSlices(this.#figures(), old, largestBytes)
    if (slices === null) {
      this.#areSlicesTooLarge = true
      return
    }
    if (part && !isExact(slices)) {
      // Magnitudes only grow when apps are replaced.
      shelf.delete(key)
      return this.#loadSlices()
    }
    this.#areSlicesTooLarge = !shelf.set(key, { slices, stale: new Set() }, slices.bytes)
  }

  /** Reads the latest months of all apps, as long as there is room. */
  #readLatest(): void {
    const kept = this.#kept.slices.get(this.#key('slices'))
    this.#latest = kept ? latestBlocks(kept.slices) : null
    this.#readNext()
  }

  /** Reads the next of the latest blocks. Other work has its turn between any two. */
  #readNext(): void {
    this.#kept.background.add(this.#key('latest'), async () => {
      for (let looked = 1; this.#kept.hasRoom(); looked++) {
        const next = this.#latest?.next()
        if (!next || next.done) return
        if (this.#isMissing(...next.value)) {
          await this.#loadBlock(...next.value)
          return this.#readNext()
        }
        if (looked % blocksPerTurn === 0) await nextTurn()
      }
    })
  }

  #isMissing(app: number | null, month: Day): boolean {
    const key = this.#blockKey(app, month)
    return !this.#kept.blocks.get(key) && !this.#kept.tooLarge.has(key)
  }

  async #loadBlock(app: number | null, month: Day): Promise<void> {
    const block = await readBlock(this.#figures(), app, month)
    const key = this.#blockKey(app, month)
    const { blocks, tooLarge } = this.#kept
    if (!block || !blocks.set(key, block, block.bytes)) note(tooLarge, key)
  }

  #figures(): StoredFigures {
    const { engine, background } = this.#kept
    return { engine, account: this.#account, entry: this.#state.entry, signal: background.signal }
  }

  #key(what: string): string {
    return `${this.#epoch} ${what}`
  }

  #blockKey(app: number | null, month: Day): string {
    return this.#key(`${app ?? 'all'} ${month}`)
  }
}

function note(noted: Set<string>, key: string): void {
  if (noted.size >= maxNoted) noted.clear()
  noted.add(key)
}

/**
 * The blocks of the latest year of all apps together, then those of each app in the month of the latest figures
 * and in the one before. Apps without figures in a month have none.
 */
function* latestBlocks({ apps, all }: AccountSlices): Generator<[app: number | null, month: Day]> {
  if (apps.size === 0) return
  const month = periodOf('month', all.all.lastDay as Day)
  let earlier = month
  for (let nth = 0; nth < latestMonthsOfAll && earlier >= all.all.firstDay - 31; nth++) {
    yield [null, earlier]
    earlier = periodOf('month', addDays(earlier, -1))
  }
  for (const one of [month, periodOf('month', addDays(month, -1))]) {
    const { firstDay, lastDay } = monthSpan(one)
    for (const [app, { all: ofApp }] of apps) {
      if (ofApp.firstDay <= lastDay && ofApp.lastDay >= firstDay) yield [app, one]
    }
  }
}
