import { toAccountView } from './account-view.ts'
import { username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Disables an account's key and password; its figures are kept. */
export const disableAccount = useCase({
  name: 'disable-account',
  request: { username },
  run: async ({ accounts }, request) => toAccountView(await accounts.disable(request.username)),
})
