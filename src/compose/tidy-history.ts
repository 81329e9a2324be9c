import { setTimeout as delay } from 'node:timers/promises'
import { compactHistory } from '../use-cases/compact-history.ts'
import type { Call } from '../use-cases/use-case.ts'
import { CancelledError } from '../values/cancelled-error.ts'
import { dayMs } from '../values/day.ts'

/** A server that starts has more urgent work. */
const firstAfterMs = 60_000

export interface KeptHistory {
  /** The history of so many days is kept; null keeps all of it. */
  readonly keptDays: number | null
  /** Whether the store can drop any. */
  readonly isDroppable: boolean
}

/** Drops superseded figures of the past, daily. */
export function tidyHistory(
  call: Call,
  { keptDays, isDroppable }: KeptHistory,
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
  const isUnheeded = keptDays !== null && !isDroppable
  if (isUnheeded)
    warn('ADTALLY_HISTORY_DAYS has no effect: in ClickHouse, history is kept for ever.')
  const running = keptDays === null || isUnheeded ? Promise.resolve() : run(keptDays)
  const end = () => {
    stop.abort(new CancelledError('The process is ending.'))
    return running
  }
  return { end }
}
