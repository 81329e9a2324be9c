import { setTimeout as delay } from 'node:timers/promises'
import { CancelledError } from '../values/cancelled-error.ts'
import type { Installation } from './installation.ts'

/** How often a server looks for days that are due. */
const lookEveryMs = 30_000

/** Pulls the days of connections that are due, while a server runs. */
export function pullConnections(
  { puller }: Pick<Installation, 'puller'>,
  warn: (message: string) => void,
): {
  /** Gives up what is under way, unless it is being written. Resolves when nothing is. */
  readonly end: () => Promise<void>
} {
  const stop = new AbortController()
  const { signal } = stop
  const run = async () => {
    while (!signal.aborted) {
      await puller
        .pullDue(signal)
        .catch(({ message }) => signal.aborted || warn(`Connections were not pulled: ${message}`))
      await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
    }
  }
  const running = run()
  const end = () => {
    stop.abort(new CancelledError('The process is ending.'))
    return running
  }
  return { end }
}
