import { login } from './fields.ts'
import { readsOnly, useCase } from './use-case.ts'
import { toSessionView } from './user-view.ts'

/** The open sessions of a user, the newest first. */
export const listSessions = useCase({
  name: 'list-sessions',
  request: { user: login },
  audit: readsOnly,
  run: async ({ users, sessions }, request) =>
    (await sessions.list(await users.get(request.user))).map(toSessionView),
})
