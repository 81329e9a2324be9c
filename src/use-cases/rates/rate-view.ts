import { installationOwner, type StoredRate } from '../../currencies/daily-rate.ts'
import { formatDay } from '../../values/day.ts'
import type { Services } from '../services.ts'

/** A rate: one unit of `currency` was worth `rate` units of `base`. */
export interface RateView {
  readonly day: string
  readonly currency: string
  readonly rate: string
  readonly base: string
  /** The account that it is of; null for the installation. */
  readonly account: string | null
  readonly source: string
}

export const toRateView = (
  { day, unit, quote, rate, source }: StoredRate,
  account: string | null,
): RateView => ({ day: formatDay(day), currency: unit, rate, base: quote, account, source })

/** The owner of an account's rates, or of the installation's. */
export async function rateOwner(
  username: string | undefined,
  { accounts }: Services,
): Promise<{ readonly owner: number; readonly currency: string | null }> {
  if (username === undefined) return { owner: installationOwner, currency: null }
  const { id, currency } = await accounts.get(username)
  return { owner: id, currency }
}
