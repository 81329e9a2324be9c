import { setTimeout as delay } from 'node:timers/promises'
import type { ImportProgress } from '../../sources/import-progress.ts'
import { Refusal } from '../../values/refusal.ts'

/** How far a pull is that someone began on the dashboard. */
export interface RunningPull {
  readonly done: number
  /** Null before the first day. */
  readonly of: number | null
}

type Pull = (
  signal: AbortSignal,
  onProgress: (progress: ImportProgress) => void,
) => Promise<unknown>

/** How long a request waits for a refusal, or the first day. */
const beginMs = 1_000
/** All accounts together. */
const maxRunning = 50

/** Pulls that outlive the requests that began them. Their days tell how they ended. */
export class BackgroundPulls {
  readonly #running = new Map<string, { pull: RunningPull; ended: Promise<void> }>()
  readonly #stop = new AbortController()
  readonly #warn: (message: string) => void

  /** @param warn receives failures that are no refusals */
  constructor(warn: (message: string) => void) {
    this.#warn = warn
  }

  /** @returns null when no pull of the connection runs here */
  of(account: string, name: string): RunningPull | null {
    return this.#running.get(keyOf(account, name))?.pull ?? null
  }

  get isFull(): boolean {
    return this.#running.size >= maxRunning
  }

  /**
   * Begins to pull, unless a pull of the connection runs.
   *
   * @throws Refusal when it is refused at once
   */
  async begin(account: string, name: string, run: Pull): Promise<void> {
    const key = keyOf(account, name)
    if (this.#running.has(key)) return
    const { promise: begun, resolve } = Promise.withResolvers<void>()
    const work = run(this.#stop.signal, ({ days }) => {
      if (days) this.#note(key, { done: days.done, of: days.of })
      resolve()
    })
    const ended = work.then(
      () => undefined,
      (error: unknown) => {
        if (this.#stop.signal.aborted || error instanceof Refusal) return
        this.#warn(`A connection could not be pulled: ${(error as Error).message}`)
      },
    )
    this.#running.set(key, { pull: { done: 0, of: null }, ended })
    void ended.then(() => this.#running.delete(key))
    await Promise.race([work, begun, delay(beginMs, undefined, { ref: false })])
  }

  /** Gives all pulls up. Resolves when none runs. */
  async end(): Promise<void> {
    this.#stop.abort()
    await Promise.all([...this.#running.values()].map(({ ended }) => ended))
  }

  #note(key: string, pull: RunningPull): void {
    const running = this.#running.get(key)
    if (running) running.pull = pull
  }
}

const keyOf = (account: string, name: string): string => JSON.stringify([account, name])
