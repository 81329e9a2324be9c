import { login, role, username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Gives a user of an account another role. It takes effect with the next request. */
export const setRole = useCase({
  name: 'set-role',
  request: { username, user: login, role },
  run: async ({ users }, request) => {
    const { login } = await users.setRole(request.username, request.user, request.role)
    return { user: login, role: request.role }
  },
  audit: ({ username }, { user, role }) => [
    { action: 'role_set', account: username, facts: { user, role } },
  ],
})
