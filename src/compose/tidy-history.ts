import { setTimeout as delay } from 'node:timers/promises'
import { compactHistory } from '../use-cases/compact-history.ts'
import type { Call } from '../use-cases/use-case.ts'
import { CancelledError } from '../values/cancelled-error.ts'
import { dayMs } from '../values/day.ts'

/** A server that starts has more urgent work. */
const firstAfterMs = 60_000

/**
 * Drops superseded figures of the past, daily.
 *
 * @param keptDays the history of so many days is kept; null keeps all of it
 */
export function tidyHistory(
  call: Call,
  keptDays: number | null,
  warn: (message: string) => void,
): {
  /** Stops after the part that is being dropped. Resolves when nothing is. */
  readonly end: () => Promise<void>
} {
  const stop = new AbortController()
  const { signal } = stop
  const pause = (ms: number) => delay(ms, undefined, { signal, ref: false }).catch(() => undefined)
  const run = async (keepDays: number) => {
    await pause(firstAfterMs)
    while (!signal.aborted) {
      await call(compactHistory, { keep: keepDays }, { signal }).catch(
        ({ message }) => signal.aborted || warn(`The history was not compacted: ${message}`),
      )
      await pause(dayMs)
    }
  }
  const running = keptDays === null ? Promise.resolve() : run(keptDays)
  const end = () => {
    stop.abort(new CancelledError('The process is ending.'))
    return running
  }
  return { end }
}
