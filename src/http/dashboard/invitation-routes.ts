import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { OpenInvitation } from '../../records/invitations.ts'
import { grantFacts, toGrantView } from '../../use-cases/user-view.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import { countRefused } from '../plugins/count-refused.ts'
import type { DashboardServices } from '../services.ts'
import { sessionClientOf } from './describe-browser.ts'
import { checkNewPassword } from './new-password.ts'
import { route } from './route-table.ts'
import { takeSession, tokenOf } from './session-cookie.ts'

const token = Type.String({ minLength: 1, maxLength: 128, writeOnly: true })

const showBody = Type.Object({ token })
const acceptBody = Type.Object({
  token,
  /** Of a new user. */
  password: Type.Optional(Type.String()),
})

/** Shows and accepts invitations. Their tokens are in bodies, never in addresses. */
export function invitationRoutes(services: DashboardServices) {
  const { apps, audit, invitations, sessions, users, refusedLimiter } = services

  /** @throws Problem `invitation_over`, the same for unknown, used and expired ones */
  const find = async (request: FastifyRequest, given: string): Promise<OpenInvitation> => {
    const found = await invitations.find(given)
    if (found) return found
    await countRefused(request, refusedLimiter)
    throw invitationOver()
  }

  return {
    'POST /invitations/show': route({
      needs: 'nothing',
      body: showBody,
      answer: async ({ request, body }) => {
        const { invitation, account } = await find(request, body.token)
        return {
          account: account.username,
          ...(await toGrantView(invitation.login, invitation, apps)),
          invited_by: invitation.invitedBy,
        }
      },
    }),

    'POST /invitations/accept': route({
      needs: 'nothing',
      body: acceptBody,
      answer: async ({ request, reply, body: { token: given, password } }) => {
        if (password !== undefined) checkNewPassword('password', password)
        const { invitation, isUser } = await find(request, given)
        const found = await sessions.find(tokenOf(request))
        const isInvited = found?.user.login === invitation.login
        if (!isInvited && (isUser || password === undefined)) {
          throw new Problem('sign_in_to_accept', `Sign in as ${invitation.login} to accept.`)
        }
        const as = isInvited ? { user: found.user } : { password: password! }
        const accepted = await invitations.accept(given, as)
        if (!accepted) throw invitationOver()
        const { user, account } = accepted
        if (!isInvited) {
          const known = (await users.known(user))!
          const opened = await sessions.open(known, sessionClientOf(request))
          await takeSession(request, reply, opened, services)
        } else {
          const memberships = await users.activeAccountsOf(found.user.id)
          await sessions.chooseAccount({ ...found, memberships }, account.username)
        }
        const facts = grantFacts(await toGrantView(user.login, accepted, apps))
        await audit.record(actorOf(request, 'session', user.login), [
          { action: 'user_joined', account: account.username, facts },
        ])
      },
    }),
  }
}

const invitationOver = () =>
  new Problem(
    'invitation_over',
    'This invitation was used, was withdrawn or has expired. Ask an owner of the account for a new one.',
  )
