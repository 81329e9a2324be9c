import { sum } from '../../settlement/amounts.ts'
import { monthState } from '../../settlement/month-state.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { formatMonth } from '../../values/months.ts'
import { username } from '../fields.ts'
import { readsOnly, useCase } from '../use-case.ts'
import { openBooks } from './open-books.ts'

/** The months of an account, the newest first. Amounts are in its currency. */
export const listMonths = useCase({
  name: 'list-months',
  request: { username },
  audit: readsOnly,
  run: async (services, { username }, { signal }) => {
    const account = await services.accounts.get(username)
    const { months, stored } = await openBooks(services, account, signal)
    const closeOf = new Map(stored.closes.map((close) => [close.month, close]))
    return [...Map.groupBy(months, ({ month }) => month)].reverse().map(([month, networks]) => {
      const close = closeOf.get(month)
      const last = stored.closes.at(-1)
      return {
        month: formatMonth(month),
        state: monthState(networks),
        currency: account.currency,
        networks: networks.length,
        reported: knownSum(networks.map((one) => one.reportedMicros)),
        restated: formatMicros(sum(networks.map((one) => one.restatedMicros))),
        paid: knownSum(networks.map((one) => one.paidMicros)),
        /** The ledger entry that it is pinned to; null for an open month. */
        entry: close?.entry ?? null,
        closed_at: close ? formatInstant(close.closedAtMs) : null,
        closed_by: close?.closedBy ?? null,
        may_reopen: close !== undefined && close === last,
      }
    })
  },
})

/** The sum of known amounts; null without any. */
function knownSum(amounts: readonly (bigint | null)[]): string | null {
  const known = amounts.filter((amount) => amount !== null)
  return known.length === 0 ? null : formatMicros(sum(known))
}
