import { toAccountView } from './account-view.ts'
import { password, username } from './fields.ts'
import { useCase } from './use-case.ts'

/**
 * Sets the password of the user with an account's name, who owns the account, and signs this user out
 * everywhere.
 */
export const setPassword = useCase({
  name: 'set-password',
  request: { username, password },
  run: async ({ users }, request) =>
    toAccountView(await users.setOwnerPassword(request.username, request.password)),
  audit: ({ username }) => [{ action: 'password_set', account: username, facts: {} }],
})
