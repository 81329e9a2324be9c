import type { DailyRates } from '../../currencies/read-daily-rates.ts'
import type { StoredRates } from '../../records/rate-store.ts'
import { type Day, formatDay } from '../../values/day.ts'
import type { Services } from '../services.ts'

/** A file of rates that was stored. */
export interface StoredFile {
  readonly name: string
  readonly rates: number
  readonly first_day: string
  readonly last_day: string
}

/**
 * Stores files of rates, and has the days pulled that waited for them.
 *
 * @param isDryRun whether it only tells what it would do
 */
export async function storeRates(
  owner: number,
  files: readonly (DailyRates & { readonly name: string })[],
  { rates, now, networks }: Services,
  isDryRun = false,
): Promise<StoredRates & { readonly files: readonly StoredFile[]; readonly days_awoken: number }> {
  const sums = { added: 0, corrected: 0, unchanged: 0 }
  for (const { bank, name, rates: read } of files) {
    const about = { source: bank ?? name, recordedAtMs: now().getTime() }
    const stored = isDryRun ? await rates.compare(owner, read) : await rates.put(owner, read, about)
    for (const key of ['added', 'corrected', 'unchanged'] as const) sums[key] += stored[key]
  }
  const awoken =
    isDryRun || sums.added === 0 ? 0 : await networks.store.days.wake('waiting', networks.nowMs())
  return { ...sums, files: files.map(toStoredFile), days_awoken: awoken }
}

function toStoredFile({ name, rates }: DailyRates & { readonly name: string }): StoredFile {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY]
  for (const { day } of rates) [first, last] = [Math.min(first, day), Math.max(last, day)]
  return {
    name,
    rates: rates.length,
    first_day: formatDay(first as Day),
    last_day: formatDay(last as Day),
  }
}
