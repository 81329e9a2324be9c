import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { beginConsent, finishConsent } from '../../use-cases/connections/consent.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import { consentAnswer, consentedAnswer } from './connection-answers.ts'
import { orProblem } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers, isHttps, sessionOf } from './session-cookie.ts'

const cookieName = 'adtally_consent'
const path = '/dashboard/api/connections/consent'
/** The page that the network sends the browser back to. It is registered for the OAuth client. */
export const consentPath = '/dashboard/connections/consent'
const maxSeconds = 600

const beginBody = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) })
const finishBody = Type.Object({ query: Type.String({ maxLength: 8_000 }) })

/** What the browser keeps while it is at the network. */
interface KeptConsent {
  readonly name: string
  /** Sealed, and of no use to another session. */
  readonly kept: string
}

/**
 * The way to a network, where the owner of its account consents, and back.
 *
 * @param onConsent is called once the connection can be pulled
 */
export function consentRoutes(
  app: FastifyInstance,
  { callAs, settings }: DashboardServices,
  onConsent: (request: FastifyRequest, name: string) => Promise<void>,
): void {
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const changing = { preHandler: refuseCrossSite, bodyLimit: 16_384 } as const

  const callerOf = (request: FastifyRequest) => {
    const principal = principalOf(request)
    return {
      call: callAs(actorOf(request, 'session', principal.name)),
      username: principal.account.username,
      owner: `session ${sessionOf(request).session.id}`,
      members: accountMembers(principal),
    }
  }
  const clear = (reply: FastifyReply) =>
    reply.clearCookie(cookieName, { path, httpOnly: true, sameSite: 'strict' })

  routes.post(
    `${path}/begin`,
    {
      ...changing,
      config: { needs: 'manage', answer: consentAnswer },
      schema: { body: beginBody },
    },
    async (request, reply) => {
      const { call, username, owner, members } = callerOf(request)
      const { name } = request.body
      const redirectUri = settings.baseUrl() + consentPath
      const begun = await orProblem(call(beginConsent, { username, name, owner, redirectUri }))
      const kept: KeptConsent = { name, kept: begun.kept }
      reply.setCookie(cookieName, Buffer.from(JSON.stringify(kept)).toString('base64url'), {
        ...{ path, httpOnly: true, sameSite: 'strict', maxAge: maxSeconds },
        secure: isHttps(request, settings.baseUrl()),
      })
      reply.header('cache-control', 'no-store')
      return { ...members, url: begun.url, redirect_uri: redirectUri }
    },
  )

  routes.post(
    `${path}/finish`,
    {
      ...changing,
      config: { needs: 'manage', answer: consentedAnswer },
      schema: { body: finishBody },
    },
    async (request, reply) => {
      const { call, username, owner, members } = callerOf(request)
      const cookie = keptOf(request)
      if (!cookie) {
        throw new Problem(
          'refused',
          'This browser began no consent in the last 10 minutes. Begin again on the page Connections. If you began with the command line, paste the address of this page there.',
        )
      }
      clear(reply)
      const address = settings.baseUrl() + consentPath + request.body.query
      const { name, kept } = cookie
      await orProblem(call(finishConsent, { username, name, owner, kept, address }))
      await onConsent(request, name)
      reply.header('cache-control', 'no-store')
      return { ...members, name }
    },
  )
}

function keptOf({ cookies }: FastifyRequest): KeptConsent | null {
  try {
    const text = Buffer.from(cookies[cookieName] ?? '', 'base64url').toString()
    const { name, kept } = JSON.parse(text) as Partial<KeptConsent>
    return typeof name === 'string' && typeof kept === 'string' ? { name, kept } : null
  } catch {
    return null
  }
}
