import { login, username } from './fields.ts'
import { useCase } from './use-case.ts'

/** Removes a user from an account, or withdraws an invitation. It takes effect with the next request. */
export const removeUser = useCase({
  name: 'remove-user',
  request: { username, user: login },
  run: ({ users }, request) => users.remove(request.username, request.user),
  audit: ({ username, user }, { wasInvited }) => [
    {
      action: wasInvited ? 'invitation_withdrawn' : 'user_removed',
      account: username,
      facts: { user },
    },
  ],
})
