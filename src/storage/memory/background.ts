import { nextTurn } from '../../values/turns.ts'

/** Work that waits; more is dropped, since it only saves time later. */
const maxWaiting = 1_024

/** Runs work one after another, when nobody waits for it. */
export class Background {
  readonly #waiting = new Map<string, () => Promise<void>>()
  readonly #closed = new AbortController()
  #running: Promise<void> | null = null

  /** Aborts when no more work is wanted. */
  get signal(): AbortSignal {
    return this.#closed.signal
  }

  /** Whether there is no room for more work. */
  get isFull(): boolean {
    return this.#waiting.size >= maxWaiting
  }

  /**
   * Runs work later. Its failures are left to whoever asks the store itself.
   *
   * @param name work that waits under the same name is not added again
   */
  add(name: string, work: () => Promise<void>): void {
    if (this.signal.aborted || this.isFull || this.#waiting.has(name)) return
    this.#waiting.set(name, work)
    this.#running ??= this.#run()
  }

  /** Waits until all work was done, also work that was added meanwhile. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Drops the work that waits, and ends the one that runs. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('The process is ending.'))
    this.#waiting.clear()
    await this.idle()
  }

  async #run(): Promise<void> {
    // The question that adds the work comes first.
    await nextTurn()
    for (const [name, work] of this.#waiting) {
      this.#waiting.delete(name)
      await work().catch(() => undefined)
    }
    this.#running = null
  }
}
