import { toAccountView } from './account-view.ts'
import { password, username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Sets an account's password for the dashboard, and signs it out everywhere. */
export const setPassword = useCase({
  name: 'set-password',
  request: { username, password },
  run: async ({ sessions }, request) =>
    toAccountView(await sessions.setPassword(request.username, request.password)),
})
