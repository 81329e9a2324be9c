import { Type } from 'typebox'
import { invitedLogin, login, role, username } from './fields.ts'
import { appKeys, appsOfUser } from './key-scope.ts'
import { useCase } from './use-case.ts'
import { grantFacts, toInvitationView } from './user-view.ts'

/** Invites someone to an account. The token accepts the invitation once. */
export const inviteUser = useCase({
  name: 'invite-user',
  request: {
    username,
    user: invitedLogin,
    role,
    /** All when absent. */
    apps: Type.Optional(appsOfUser),
    /** The user who invites; absent for an operator. */
    invitedBy: Type.Optional(login),
  },
  run: async (services, { username, user, role, apps: ids = null, invitedBy = null }) => {
    const { accounts, apps, invitations } = services
    const keys = ids && (await appKeys(ids, await accounts.get(username), apps))
    const grant = { role, apps: keys }
    const { invitation, token } = await invitations.invite(username, user, grant, invitedBy)
    return { ...(await toInvitationView(invitation, apps)), token }
  },
  audit: ({ username }, invited) => [
    { action: 'user_invited', account: username, facts: grantFacts(invited) },
  ],
})
