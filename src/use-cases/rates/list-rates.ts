import { Type } from 'typebox'
import { installationOwner } from '../../currencies/daily-rate.ts'
import { type Day, parseDay } from '../../values/day.ts'
import { currency, day, username, wholeNumber } from '../fields.ts'
import { refuse } from '../refusals.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { ownerOf, type RateView, toRateView } from './rate-view.ts'

const everyDay = { from: '0001-01-01', to: '9999-12-31' }

/** Stored rates, the newest days first. */
export const listRates = useCase({
  name: 'list-rates',
  request: {
    /** Its own rates, and those of the installation; only the latter when absent. */
    account: Type.Optional(username),
    from: Type.Optional(day),
    to: Type.Optional(day),
    currency: Type.Optional(currency),
    limit: wholeNumber(1, 10_000),
  },
  audit: readsOnly,
  run: async (services, { account, currency, limit, ...given }): Promise<RateView[]> => {
    const { from, to } = { ...everyDay, ...given }
    if (to < from) throw refuse('range_reversed', { from, to })
    const { owner } = await ownerOf(account, services)
    const rates = await services.rates.find({
      owners: [...new Set([installationOwner, owner])],
      days: { firstDay: parseDay(from) as Day, lastDay: parseDay(to) as Day },
      ...(currency !== undefined && { currencies: [currency] }),
      limit,
    })
    return rates.map((rate) => toRateView(rate, rate.owner === installationOwner ? null : account!))
  },
})
