import { username } from './fields.ts'
import { readsOnly, useCase } from './use-case.ts'
import { toInvitationView, toMemberView } from './user-view.ts'

/** The users of an account and its open invitations, by login. */
export const listUsers = useCase({
  name: 'list-users',
  request: { username },
  audit: readsOnly,
  run: async ({ apps, users }, request) => {
    const { members, invitations } = await users.list(request.username)
    return {
      users: await Promise.all(members.map((one) => toMemberView(one, apps))),
      invitations: await Promise.all(invitations.map((one) => toInvitationView(one, apps))),
    }
  },
})
