import { nextTurn } from '../../values/turns.ts'

/** Work that waits; more is dropped, since it only saves time later. */
const maxWaiting = 1_024

interface Waiting {
  readonly work: () => Promise<void>
  readonly end: (wasDone: boolean) => void
}

/** Runs work one after another, when nobody waits for it. */
export class Background {
  readonly #waiting = new Map<string, Waiting>()
  readonly #closed = new AbortController()
  #running: Promise<void> | null = null

  /** Aborts when no more work is wanted. */
  get signal(): AbortSignal {
    return this.#closed.signal
  }

  /**
   * Runs work later. Its failures are left to questions that ask the store itself.
   *
   * @param name work that waits under the same name is not added again
   * @returns once it was done; false as soon as it is not going to be
   */
  add(name: string, work: () => Promise<void>): Promise<boolean> {
    const isFull = this.#waiting.size >= maxWaiting
    if (this.signal.aborted || isFull || this.#waiting.has(name)) return Promise.resolve(false)
    const { promise, resolve } = Promise.withResolvers<boolean>()
    this.#waiting.set(name, { work, end: resolve })
    this.#running ??= this.#run()
    return promise
  }

  /** Waits until all work was done, also work that was added meanwhile. */
  async idle(): Promise<void> {
    while (this.#running) await this.#running
  }

  /** Drops the work that waits, and ends the one that runs. */
  async close(): Promise<void> {
    this.#closed.abort(new Error('The process is ending.'))
    for (const { end } of this.#waiting.values()) end(false)
    this.#waiting.clear()
    await this.idle()
  }

  async #run(): Promise<void> {
    // The question that adds the work comes first.
    await nextTurn()
    for (const [name, { work, end }] of this.#waiting) {
      this.#waiting.delete(name)
      await work().catch(() => undefined)
      end(true)
      // Others have their turn, and a caller that waited may add more.
      await nextTurn()
    }
    this.#running = null
  }
}
