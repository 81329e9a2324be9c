import { setTimeout as delay } from 'node:timers/promises'
import { fetchRates } from '../use-cases/rates/fetch-rates.ts'
import { needRates } from '../use-cases/rates/need-rates.ts'
import { CancelledError } from '../values/cancelled-error.ts'
import { Refusal } from '../values/refusal.ts'
import type { Installation } from './installation.ts'

/** The bank publishes rates once a day, and not on every day. */
const lookEveryMs = 4 * 3_600_000

/** Fetches the daily rates that connections need, while a server runs. */
export function fetchRatesDaily(
  { call }: Pick<Installation, 'call'>,
  warn: (message: string) => void,
): {
  /** Gives up what is under way. Resolves when nothing is. */
  readonly end: () => Promise<void>
} {
  const stop = new AbortController()
  const { signal } = stop
  const run = async () => {
    while (!signal.aborted) {
      await fetchNeeded(call, signal).catch((error: Error) => {
        if (!signal.aborted) warn(`Rates were not fetched: ${reasonOf(error)}`)
      })
      await delay(lookEveryMs, undefined, { signal, ref: false }).catch(() => undefined)
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

async function fetchNeeded(call: Installation['call'], signal: AbortSignal): Promise<void> {
  if (await call(needRates, {}, { signal })) await call(fetchRates, {}, { signal })
}

/** A refusal's reason is the bank's answer. */
const reasonOf = (error: Error): string =>
  error instanceof Refusal
    ? ((error.facts as { readonly reason?: string }).reason ?? error.code)
    : error.message
