import { dayOf } from '../../values/day.ts'
import type { Services } from '../services.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { newestBankDay } from './fetch-rates.ts'

/** Whether connections of accounts that are not in USD lack the European Central Bank's rates of today. */
export const needRates = useCase({
  name: 'need-rates',
  request: {},
  audit: readsOnly,
  run: async (services: Services): Promise<boolean> => {
    const { accounts, networks } = services
    const connected = new Set((await networks.store.list()).map(({ accountId }) => accountId))
    const all = await accounts.list()
    if (!all.some(({ id, currency }) => currency !== 'USD' && connected.has(id))) return false
    const newest = await newestBankDay(services)
    return newest === null || newest < dayOf(networks.nowMs())
  },
})
