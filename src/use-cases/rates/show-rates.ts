import { installationOwner } from '../../currencies/daily-rate.ts'
import type { RateSpan } from '../../records/rate-store.ts'
import { formatDay } from '../../values/day.ts'
import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'

/** Rates of one source. */
export interface RateSourceView {
  readonly source: string
  /** Whether they are the account's own, which come first. */
  readonly is_own: boolean
  readonly currency: string
  /** The currencies that one unit of `currency` is given in. */
  readonly bases: readonly string[]
  readonly first_day: string
  readonly last_day: string
  readonly rates: number
}

/** The rates that an account's money is converted by: its own first, then those of the installation. */
export const showRates = useCase({
  name: 'show-rates',
  request: { username },
  audit: readsOnly,
  run: async (
    { accounts, rates, networks },
    { username },
  ): Promise<{ readonly sources: RateSourceView[]; readonly may_fetch: boolean }> => {
    const { id } = await accounts.get(username)
    const spans = await rates.spans([id, installationOwner])
    const sources = Map.groupBy(spans, ({ owner, unit, source }) => `${owner} ${unit} ${source}`)
    return { sources: [...sources.values()].map(toView), may_fetch: networks.fetchesRates }
  },
})

function toView(spans: readonly RateSpan[]): RateSourceView {
  const { owner, unit, source } = spans[0]!
  const first = spans.map(({ firstDay }) => firstDay).reduce((a, b) => (a < b ? a : b))
  const last = spans.map(({ lastDay }) => lastDay).reduce((a, b) => (a > b ? a : b))
  return {
    source,
    is_own: owner !== installationOwner,
    currency: unit,
    bases: spans.map(({ quote }) => quote),
    first_day: formatDay(first),
    last_day: formatDay(last),
    rates: spans.reduce((sum, { rates }) => sum + rates, 0),
  }
}
