import { OverloadedError } from '../values/overloaded-error.ts'

/** How much of a kind of work there may be. */
export interface QueueBounds {
  /** Works that run at the same time. */
  readonly atOnce: number
  /** The same of one key. */
  readonly atOncePerKey: number
  /** Works that wait for their turn. */
  readonly waiting: number
  /** The same of one key. */
  readonly waitingPerKey: number
  /** After so long waiting ends with a refusal; any time when absent. */
  readonly longestWaitMs?: number
}

/** Gives a place back; of no consequence when called again. */
export type Release = () => void

interface Waiting {
  readonly begin: (release: Release) => void
}

const retryAfterSeconds = 1

/**
 * Places for work, given to keys in turn: a key with much to do makes itself wait, not the others.
 */
export class FairQueue<Key> {
  readonly #bounds: QueueBounds
  readonly #refusal: string
  /** In the order in which keys get their turn. */
  readonly #waiting = new Map<Key, Set<Waiting>>()
  readonly #running = new Map<Key, number>()
  #waitingCount = 0
  #runningCount = 0

  /** @param refusal the error message when too much waits: a sentence */
  constructor(bounds: QueueBounds, refusal: string) {
    this.#bounds = bounds
    this.#refusal = refusal
  }

  /** How much runs and waits. */
  get load(): { readonly running: number; readonly waiting: number } {
    return { running: this.#runningCount, waiting: this.#waitingCount }
  }

  /**
   * Waits for a place.
   *
   * @param signal gives up waiting
   * @returns what gives the place back
   * @throws OverloadedError at once, when too much waits already, or after the longest wait
   */
  async enter(key: Key, signal?: AbortSignal): Promise<Release> {
    signal?.throwIfAborted()
    if (this.#hasPlace(key)) return this.#begin(key)
    const { waiting, waitingPerKey, longestWaitMs } = this.#bounds
    const own = this.#waiting.get(key) ?? new Set()
    if (this.#waitingCount >= waiting || own.size >= waitingPerKey) {
      throw this.#overloaded()
    }
    return new Promise((resolve, reject) => {
      const end = () => {
        clearTimeout(deadline)
        signal?.removeEventListener('abort', giveUp)
      }
      const leave = (error: unknown) => {
        end()
        this.#leave(key, entry)
        reject(error)
      }
      const giveUp = () => leave(signal!.reason)
      const entry: Waiting = {
        begin: (release) => {
          end()
          resolve(release)
        },
      }
      const deadline =
        longestWaitMs === undefined
          ? undefined
          : setTimeout(() => leave(this.#overloaded()), longestWaitMs)
      signal?.addEventListener('abort', giveUp, { once: true })
      own.add(entry)
      this.#waiting.set(key, own)
      this.#waitingCount++
    })
  }

  /** Runs work in its turn. @throws OverloadedError as {@link enter} */
  async run<Result>(key: Key, work: () => Promise<Result>): Promise<Result> {
    const release = await this.enter(key)
    try {
      return await work()
    } finally {
      release()
    }
  }

  #overloaded(): OverloadedError {
    return new OverloadedError(this.#refusal, retryAfterSeconds)
  }

  #hasPlace(key: Key): boolean {
    const { atOnce, atOncePerKey } = this.#bounds
    return this.#runningCount < atOnce && (this.#running.get(key) ?? 0) < atOncePerKey
  }

  #begin(key: Key): Release {
    this.#runningCount++
    this.#running.set(key, (this.#running.get(key) ?? 0) + 1)
    let isReleased = false
    return () => {
      if (isReleased) return
      isReleased = true
      this.#runningCount--
      const left = this.#running.get(key)! - 1
      if (left > 0) this.#running.set(key, left)
      else this.#running.delete(key)
      this.#next()
    }
  }

  /** Gives free places to those that wait, the key first that had its last turn longest ago. */
  #next(): void {
    for (const [key, own] of [...this.#waiting]) {
      if (this.#runningCount >= this.#bounds.atOnce) return
      const [entry] = own
      if (!entry || !this.#hasPlace(key)) continue
      this.#leave(key, entry)
      if (own.size > 0) {
        this.#waiting.delete(key)
        this.#waiting.set(key, own)
      }
      entry.begin(this.#begin(key))
    }
  }

  #leave(key: Key, entry: Waiting): void {
    const own = this.#waiting.get(key)
    if (!own?.delete(entry)) return
    this.#waitingCount--
    if (own.size === 0) this.#waiting.delete(key)
  }
}
