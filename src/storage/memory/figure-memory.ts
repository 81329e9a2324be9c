import type { MemoryBudget, Shelf } from '../../limits/memory-budget.ts'
import type { ReportStore } from '../../reporting/report-store.ts'
import type { AccountSlices } from './account-slices.ts'
import { Background } from './background.ts'
import type { Block } from './block.ts'

/** Slices in memory, and the apps among them whose slices have changed since. */
export interface CachedSlices {
  readonly slices: AccountSlices
  readonly stale: ReadonlySet<number>
}

/** Values that are read again and again are read for at most this part of the time. */
export const readingShare = 1 / 10
/** A value that took more memory than it may is not read again for so long. */
const tooLargeMs = 300_000
/** Keys that are remembered. */
const maxNoted = 100_000

/** The state that the memories of all accounts share. */
export class FigureMemory {
  readonly engine: ReportStore
  readonly budget: MemoryBudget
  readonly now: () => Date
  readonly background = new Background()
  readonly slices: Shelf<CachedSlices>
  readonly blocks: Shelf<Block>
  readonly #missed = new Map<string, true>()
  readonly #tooLargeUntilMs = new Map<string, number>()
  #nextBlockMs = 0

  constructor(engine: ReportStore, budget: MemoryBudget, now: () => Date) {
    this.engine = engine
    this.budget = budget
    this.now = now
    this.slices = budget.shelf('slices')
    this.blocks = budget.shelf('block')
  }

  /** Whether anything may be kept. */
  get isOn(): boolean {
    return this.budget.largestBytes > 0
  }

  /** Whether there is memory for what nobody has asked for yet. */
  get hasRoom(): boolean {
    return this.budget.bytes < this.budget.maxBytes / 2
  }

  /** Whether a value recently took more memory than it may. */
  isTooLarge(key: string): boolean {
    return performance.now() < (this.#tooLargeUntilMs.get(key) ?? 0)
  }

  /** Whether missing blocks are read at all now; see {@link readInTurn}. */
  get readsBlocks(): boolean {
    return performance.now() >= this.#nextBlockMs
  }

  /** Notes that a block was missing. @returns whether to read it: it was missing before, since it was last kept */
  misses(key: string): boolean {
    if (this.isTooLarge(key)) return false
    if (this.#missed.has(key)) return true
    note(this.#missed, key, true)
    return false
  }

  /**
   * Reads blocks and keeps them. If other values made room for them, or one was not kept, the next blocks
   * are read later: where more is asked for than memory has room for, reading would be most of the work.
   *
   * @param read tells whether it kept all
   */
  async readInTurn(read: () => Promise<boolean>): Promise<void> {
    const { evictions } = this.budget
    const startedMs = performance.now()
    const areKept = await read()
    if (areKept && evictions === this.budget.evictions) return
    const endedMs = performance.now()
    this.#nextBlockMs = Math.max(this.#nextBlockMs, endedMs) + (endedMs - startedMs) / readingShare
  }

  /** @param value null when it is too large @returns whether it is kept */
  keep<Value extends object>(
    shelf: Shelf<Value>,
    key: string,
    value: Value | null,
    bytes: number,
  ): boolean {
    this.#missed.delete(key)
    const isKept = value !== null && shelf.set(key, value, bytes)
    if (!isKept) note(this.#tooLargeUntilMs, key, performance.now() + tooLargeMs)
    return isKept
  }
}

/** Remembers a value; the oldest one makes room. */
function note<Value>(noted: Map<string, Value>, key: string, value: Value): void {
  noted.delete(key)
  noted.set(key, value)
  if (noted.size > maxNoted) noted.delete(noted.keys().next().value!)
}
