import { toAccountView } from './account-view.ts'
import { username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Lets a disabled account's keys and password work again. */
export const enableAccount = useCase({
  name: 'enable-account',
  request: { username },
  run: async ({ accounts }, request) => toAccountView(await accounts.enable(request.username)),
  audit: ({ username }) => [{ action: 'account_enabled', account: username, facts: {} }],
})
