import { fetchRates } from '../use-cases/rates/fetch-rates.ts'
import { needRates } from '../use-cases/rates/need-rates.ts'
import { Refusal } from '../values/refusal.ts'
import type { Installation } from './installation.ts'
import { type RepeatedWork, repeatUntilEnded } from './repeat-until-ended.ts'

/** The bank publishes rates once a day, and not on every day. */
const lookEveryMs = 4 * 3_600_000

/** Fetches the daily rates that connections need, while a server runs. */
export const fetchRatesDaily = (
  { call }: Pick<Installation, 'call'>,
  warn: (message: string) => void,
): RepeatedWork =>
  repeatUntilEnded(
    lookEveryMs,
    (signal) => fetchNeeded(call, signal),
    (error) => warn(`Rates were not fetched: ${reasonOf(error)}`),
  )

async function fetchNeeded(call: Installation['call'], signal: AbortSignal): Promise<void> {
  if (await call(needRates, {}, { signal })) await call(fetchRates, {}, { signal })
}

/** A refusal's reason is the bank's answer. */
const reasonOf = (error: Error): string =>
  error instanceof Refusal
    ? ((error.facts as { readonly reason?: string }).reason ?? error.code)
    : error.message
