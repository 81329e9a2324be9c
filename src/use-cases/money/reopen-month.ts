import { refuse } from '../../settlement/refusals.ts'
import { formatMonth } from '../../values/months.ts'
import { username } from '../fields.ts'
import { useCase } from '../use-case.ts'
import { changeSettlement } from './change-settlement.ts'
import { month, readMonth } from './money-fields.ts'

/** Withdraws the close of the last closed month. */
export const reopenMonth = useCase({
  name: 'reopen-month',
  request: { username, month },
  run: async (services, { username, month }) => {
    const account = await services.accounts.get(username)
    return changeSettlement(services, account, async ({ closes }) => {
      const close = closes.find((one) => one.month === readMonth(month))
      if (!close) throw refuse('month_not_closed', { month })
      const last = closes.at(-1)!
      if (last !== close) {
        throw refuse('later_month_closed', { username, month, last: formatMonth(last.month) })
      }
      return async (writer) => {
        await writer.withdrawClose(close)
        return { account: username, month, entry: close.entry }
      }
    })
  },
  audit: ({ username, month }, { entry }) => [
    { action: 'month_reopened', account: username, facts: { month, entry } },
  ],
})
