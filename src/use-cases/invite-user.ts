import { Type } from 'typebox'
import { invitedLogin, login, role, username } from './fields.ts'
import { useCase } from './use-case.ts'
import { toInvitationView } from './user-view.ts'

/** Invites someone to an account. The token accepts the invitation once. */
export const inviteUser = useCase({
  name: 'invite-user',
  request: {
    username,
    user: invitedLogin,
    role,
    /** The user who invites; absent for an operator. */
    invitedBy: Type.Optional(login),
  },
  run: async ({ invitations }, { username, user, role, invitedBy = null }) => {
    const { invitation, token } = await invitations.invite(username, user, role, invitedBy)
    return { ...toInvitationView(invitation), token }
  },
  audit: ({ username }, { user, role }) => [
    { action: 'user_invited', account: username, facts: { user, role } },
  ],
})
