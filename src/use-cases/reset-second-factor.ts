import { recordsOfUser } from './accounts-of-user.ts'
import { login } from './fields.ts'
import { useCase } from './use-case.ts'

/** Removes a user's second factor, for someone who has lost it. */
export const resetSecondFactor = useCase({
  name: 'reset-second-factor',
  request: { user: login },
  run: async ({ users, secondFactors }, request) => {
    const user = await users.get(request.user)
    await secondFactors.remove(user)
    return { user: user.login }
  },
  audit: (_, { user }, services) => recordsOfUser(user, 'second_factor_removed', services),
})
