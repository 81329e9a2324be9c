import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AuditRecord } from '../../audit/audit-event.ts'
import { longestPassword } from '../../publishers/passwords.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import type { DashboardServices } from '../services.ts'
import { admitKnownBrowser, admitStranger } from './admit-sign-in.ts'
import { refuseCrossSite } from './same-site.ts'
import { browserProofOf, clearToken, setBrowserProof, setToken, tokenOf } from './session-cookie.ts'

const signInBody = Type.Object({
  username: Type.String({ maxLength: 64 }),
  password: Type.String({ maxLength: 4 * longestPassword }),
})

type SignIn = Static<typeof signInBody>

/** Signs in and out. Failed attempts are rate-limited. */
export function signInRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { accounts, audit, sessions, signInLimits, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const options = {
    config: { needs: 'nothing' },
    bodyLimit: 8_192,
    preHandler: refuseCrossSite,
  } as const

  const endEarlierSession = (request: FastifyRequest) => sessions.close(tokenOf(request))

  /** @throws Problem `rate_limited` or `wrong_password` */
  const open = async (request: FastifyRequest, { username, password }: SignIn) => {
    const browser = await sessions.knownBrowser(username, browserProofOf(request))
    const attempt = await (browser === null
      ? admitStranger(username, request.ip, signInLimits)
      : admitKnownBrowser(username, browser, signInLimits))
    const opened = await sessions.open(username, password, attempt.guesser).catch(async (error) => {
      await attempt.dropped()
      throw error
    })
    if (!opened) {
      throw new Problem('wrong_password', 'The username or the password is wrong.')
    }
    await attempt.succeeded()
    return opened
  }

  /** Only the name of an account is recorded: anything else that was typed may be a password. */
  const failedSignIn = async ({ username }: SignIn, { code }: Problem): Promise<AuditRecord[]> => {
    const account = code === 'rate_limited' ? null : await accounts.byUsername(username)
    const facts = { reason: code }
    return [{ action: 'sign_in_failed', account: account?.username ?? null, facts }]
  }

  routes.post(
    '/dashboard/api/sign-in',
    { ...options, schema: { body: signInBody } },
    async (request, reply) => {
      const opened = await open(request, request.body).catch(async (error: unknown) => {
        if (error instanceof Problem) {
          const visitor = actorOf(request, 'visitor')
          await audit.record(visitor, failedSignIn(request.body, error))
        }
        throw error
      })
      await endEarlierSession(request)
      await audit.record(actorOf(request, 'session', opened.account.username), [
        { action: 'sign_in', account: opened.account.username, facts: {} },
      ])
      setToken(request, reply, opened.token, settings.baseUrl())
      setBrowserProof(request, reply, opened.browserProof, settings.baseUrl())
      return reply.status(204).send()
    },
  )

  routes.post('/dashboard/api/sign-out', options, async (request, reply) => {
    const principal = await sessions.find(tokenOf(request))
    await endEarlierSession(request)
    if (principal) {
      await audit.record(actorOf(request, 'session', principal.name), [
        { action: 'sign_out', account: principal.account.username, facts: {} },
      ])
    }
    clearToken(reply)
    return reply.status(204).send()
  })
}
