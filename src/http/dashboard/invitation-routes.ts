import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { OpenInvitation } from '../../publishers/invitations.ts'
import { grantFacts, toGrantView } from '../../use-cases/user-view.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import { countRefused } from '../plugins/count-refused.ts'
import type { DashboardServices } from '../services.ts'
import { sessionClientOf } from './describe-browser.ts'
import { checkNewPassword } from './new-password.ts'
import { refuseCrossSite } from './same-site.ts'
import { takeSession, tokenOf } from './session-cookie.ts'
import { openInvitationAnswer } from './user-answers.ts'

const token = Type.String({ minLength: 1, maxLength: 128 })

const showBody = Type.Object({ token })
const acceptBody = Type.Object({
  token,
  /** Of a new user. */
  password: Type.Optional(Type.String()),
})

/** Shows and accepts invitations. Their tokens are in bodies, never in addresses. */
export function invitationRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { apps, audit, invitations, sessions, users, refusedLimiter } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const options = {
    config: { needs: 'nothing' },
    bodyLimit: 8_192,
    preHandler: refuseCrossSite,
  } as const

  /** @throws Problem `invitation_over`, the same for unknown, used and expired ones */
  const find = async (request: FastifyRequest, given: string): Promise<OpenInvitation> => {
    const found = await invitations.find(given)
    if (found) return found
    await countRefused(request, refusedLimiter)
    throw invitationOver()
  }

  routes.post(
    '/dashboard/api/invitations/show',
    {
      ...options,
      config: { needs: 'nothing', answer: openInvitationAnswer },
      schema: { body: showBody },
    },
    async (request, reply) => {
      const { invitation, account } = await find(request, request.body.token)
      reply.header('cache-control', 'no-store')
      return {
        ...{ account: account.username, user: invitation.login, role: invitation.role },
        invited_by: invitation.invitedBy,
      }
    },
  )

  routes.post(
    '/dashboard/api/invitations/accept',
    { ...options, schema: { body: acceptBody } },
    async (request, reply) => {
      const { token: given, password } = request.body
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
      if (!isInvited) {
        const known = (await users.known(accepted.user))!
        await takeSession(
          ...([request, reply] as const),
          await sessions.open(known, sessionClientOf(request)),
          services,
        )
      } else {
        await sessions.chooseAccount(
          { ...found, memberships: await users.activeAccountsOf(found.user.id) },
          accepted.account.username,
        )
      }
      const { login } = accepted.user
      await audit.record(actorOf(request, 'session', login), [
        {
          ...({ action: 'user_joined', account: accepted.account.username } as const),
          facts: grantFacts(await toGrantView(login, accepted, apps)),
        },
      ])
      return reply.status(204).send()
    },
  )
}

const invitationOver = () =>
  new Problem(
    'invitation_over',
    'This invitation was used, was withdrawn or has expired. Ask an owner of the account for a new one.',
  )
