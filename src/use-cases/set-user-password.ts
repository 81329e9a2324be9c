import { recordsOfUser } from './accounts-of-user.ts'
import { login, password } from './fields.ts'
import { useCase } from './use-case.ts'

/** Sets a user's password, and signs the user out everywhere. */
export const setUserPassword = useCase({
  name: 'set-user-password',
  request: { user: login, password },
  run: async ({ users }, { user, password }) => ({
    user: (await users.setPassword(user, password)).login,
  }),
  audit: (_, { user }, services) => recordsOfUser(user, 'password_set', services),
})
