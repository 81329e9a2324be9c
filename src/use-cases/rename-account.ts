import { toAccountView } from './account-view.ts'
import { newUsername, username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Gives an account another username. Clients and sign-ins need the new one from then on. */
export const renameAccount = useCase({
  name: 'rename-account',
  request: { username, newUsername },
  run: async ({ accounts }, { username, newUsername }) =>
    toAccountView(await accounts.rename(username, newUsername)),
  audit: ({ username, newUsername }) => [
    { action: 'account_renamed', account: newUsername, facts: { renamed_from: username } },
  ],
})
