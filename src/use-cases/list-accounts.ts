import { toAccountView } from './account-view.ts'
import { readsOnly, useCase } from './use-case.ts'

/** All accounts, by username. */
export const listAccounts = useCase({
  name: 'list-accounts',
  request: {},
  audit: readsOnly,
  run: async ({ accounts }) => (await accounts.list()).map(toAccountView),
})
