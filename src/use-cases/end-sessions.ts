import { Type } from 'typebox'
import { recordsOfUser } from './accounts-of-user.ts'
import { login, wholeNumber } from './fields.ts'
import { useCase } from './use-case.ts'

/** Ends a session of a user, or all. It takes effect with the next request. */
export const endSessions = useCase({
  name: 'end-sessions',
  request: {
    user: login,
    /** All when absent. */
    session: Type.Optional(wholeNumber(1, Number.MAX_SAFE_INTEGER)),
  },
  run: async ({ users, sessions }, { user: name, session }) => {
    const user = await users.get(name)
    if (session === undefined) await sessions.endAll(user)
    else await sessions.end(user, session)
    return { user: user.login }
  },
  audit: (_, { user }, services) => recordsOfUser(user, 'session_ended', services),
})
