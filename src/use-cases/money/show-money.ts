import { Type } from 'typebox'
import { username } from '../fields.ts'
import { refuse } from '../refusals.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { month, readMonth } from './money-fields.ts'
import { type MoneyView, toMoneyView } from './money-view.ts'
import { openBooks } from './open-books.ts'

/** What each network reported, billed, paid and owes. */
export const showMoney = useCase({
  name: 'show-money',
  request: {
    username,
    /** The first month that is listed. */
    from: Type.Optional(month),
    /** The last month that is listed. */
    to: Type.Optional(month),
  },
  audit: readsOnly,
  run: async (services, { username, from, to }, { signal }): Promise<MoneyView> => {
    if (from !== undefined && to !== undefined && to < from) {
      throw refuse('months_reversed', { start: from, end: to })
    }
    const account = await services.accounts.get(username)
    const open = await openBooks(services, account, signal)
    const first = from === undefined ? Number.NEGATIVE_INFINITY : readMonth(from)
    const last = to === undefined ? Number.POSITIVE_INFINITY : readMonth(to)
    return toMoneyView(open, ({ month }) => month >= first && month <= last)
  },
})
