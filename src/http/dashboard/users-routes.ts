import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { Principal } from '../../publishers/principal.ts'
import { roles } from '../../publishers/user.ts'
import { inviteUser } from '../../use-cases/invite-user.ts'
import { listUsers } from '../../use-cases/list-users.ts'
import { removeUser } from '../../use-cases/remove-user.ts'
import { setRole } from '../../use-cases/set-role.ts'
import type { InvitationView, MemberView } from '../../use-cases/user-view.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import { orProblem } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'
import { invitedAnswer, usersAnswer } from './user-answers.ts'

const user = Type.String({ minLength: 1, maxLength: 254 })
const role = Type.Enum([...roles])
/** The use cases check them, so that a refusal names the field. */
const apps = Type.Optional(Type.Unsafe<string[] | null>({}))
const grantBody = Type.Object({ user, role, apps })
const userBody = Type.Object({ user })
/** A thousand app ids, escaped. */
const maxBodyBytes = 1_048_576

/** The users of the account and its invitations, for owners. */
export function usersRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { callAs, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const changing = {
    config: { needs: 'manage' },
    bodyLimit: 8_192,
    preHandler: refuseCrossSite,
  } as const

  const callOf = (request: FastifyRequest, { name }: Principal) =>
    callAs(actorOf(request, 'session', name))

  const listing = { config: { needs: 'manage', answer: usersAnswer } } as const
  routes.get('/dashboard/api/users', listing, async (request, reply) => {
    const principal = principalOf(request)
    const { username } = principal.account
    const { users, invitations } = await callOf(request, principal)(listUsers, { username })
    reply.header('cache-control', 'no-store')
    return {
      ...accountMembers(principal),
      users: users.map(memberBody),
      invitations: invitations.map(invitationBody),
    }
  })

  routes.post(
    '/dashboard/api/invitations',
    {
      ...changing,
      bodyLimit: maxBodyBytes,
      config: { needs: 'manage', answer: invitedAnswer },
      schema: { body: grantBody },
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { username } = principal.account
      const call = callOf(request, principal)
      const { token, ...invitation } = await orProblem(
        call(inviteUser, {
          ...{ ...request.body, username, user: request.body.user.trim() },
          invitedBy: principal.name,
        }),
      )
      reply.header('cache-control', 'no-store')
      return {
        ...accountMembers(principal),
        ...invitationBody(invitation),
        link: `${settings.baseUrl()}/dashboard/invitation/${token}`,
      }
    },
  )

  routes.post(
    '/dashboard/api/users/role',
    { ...changing, bodyLimit: maxBodyBytes, schema: { body: grantBody } },
    async (request) => {
      const principal = principalOf(request)
      const { username } = principal.account
      await orProblem(callOf(request, principal)(setRole, { ...request.body, username }))
      return accountMembers(principal)
    },
  )

  routes.post(
    '/dashboard/api/users/remove',
    { ...changing, schema: { body: userBody } },
    async (request) => {
      const principal = principalOf(request)
      const { username } = principal.account
      const removed = { username, user: request.body.user }
      await orProblem(callOf(request, principal)(removeUser, removed))
      return accountMembers(principal)
    },
  )
}

const memberBody = (member: MemberView) => ({
  ...{ user: member.user, role: member.role, apps: member.apps, has_password: member.hasPassword },
  ...{ has_second_factor: member.hasSecondFactor, providers: member.providers },
  last_used_at: member.lastUsedAt,
})

const invitationBody = (invitation: InvitationView) => ({
  ...{ user: invitation.user, role: invitation.role, apps: invitation.apps },
  ...{ invited_by: invitation.invitedBy, expires_at: invitation.expiresAt },
})
