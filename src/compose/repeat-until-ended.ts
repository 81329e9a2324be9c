import { setTimeout as delay } from 'node:timers/promises'
import { CancelledError } from '../values/cancelled-error.ts'

/** Work that a server repeats while it runs. */
export interface RepeatedWork {
  /** Gives up what is under way, unless it is being written. Resolves when nothing is. */
  readonly end: () => Promise<void>
}

/**
 * Does work at once, and again some time after each end of it.
 *
 * @param onFailure is called when the work fails, unless it was given up
 */
export function repeatUntilEnded(
  intervalMs: number,
  work: (signal: AbortSignal) => Promise<unknown>,
  onFailure: (error: Error) => void,
): RepeatedWork {
  const stop = new AbortController()
  const { signal } = stop
  const run = async () => {
    while (!signal.aborted) {
      await work(signal).catch((error: Error) => signal.aborted || onFailure(error))
      await delay(intervalMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  return {
    end: () => {
      stop.abort(new CancelledError('The process is ending.'))
      return running
    },
  }
}
