import { refuse } from '../publishers/refusals.ts'
import { toAccountView } from './account-view.ts'
import { currency, username } from './fields.ts'
import { readsOnly, useCase } from './use-case.ts'

/**
 * Refuses to change an account's currency, with the reason.
 *
 * @throws Refusal `currency_fixed` unless the account has this currency already
 */
export const setCurrency = useCase({
  name: 'set-currency',
  request: { username, currency },
  audit: readsOnly,
  run: async ({ accounts }, { username, currency: wanted }) => {
    const account = await accounts.get(username)
    if (account.currency === wanted) return toAccountView(account)
    throw refuse('currency_fixed', { username, currency: account.currency, wanted })
  },
})
