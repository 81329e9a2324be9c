import { Type } from 'typebox'
import { installationOwner } from '../../currencies/daily-rate.ts'
import { type Day, parseDay } from '../../values/day.ts'
import { currency, day, username, wholeNumber } from '../fields.ts'
import { refuse } from '../refusals.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { type RateView, rateOwner, toRateView } from './rate-view.ts'

const everyDay = { startDate: '0001-01-01', endDate: '9999-12-31' }

/** Stored rates, the newest days first. */
export const listRates = useCase({
  name: 'list-rates',
  request: {
    /** Its own rates, and those of the installation; only the latter when absent. */
    account: Type.Optional(username),
    startDate: Type.Optional(day),
    endDate: Type.Optional(day),
    currency: Type.Optional(currency),
    limit: wholeNumber(1, 10_000),
  },
  audit: readsOnly,
  run: async (services, { account, currency, limit, ...given }): Promise<RateView[]> => {
    const { startDate, endDate } = { ...everyDay, ...given }
    if (endDate < startDate) throw refuse('days_reversed', { start: startDate, end: endDate })
    const { owner } = await rateOwner(account, services)
    const rates = await services.rates.find({
      owners: [...new Set([installationOwner, owner])],
      days: { firstDay: parseDay(startDate) as Day, lastDay: parseDay(endDate) as Day },
      ...(currency !== undefined && { currencies: [currency] }),
      limit,
    })
    return rates.map((rate) => toRateView(rate, rate.owner === installationOwner ? null : account!))
  },
})
