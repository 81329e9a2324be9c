import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { type Static, Type } from 'typebox'
import type { AuditRecord } from '../../audit/audit-event.ts'
import { longestPassword } from '../../publishers/passwords.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import type { DashboardServices } from '../services.ts'
import { refuseCrossSite } from './same-site.ts'
import { clearToken, setToken, tokenOf } from './session-cookie.ts'

const signInBody = Type.Object({
  username: Type.String({ maxLength: 64 }),
  password: Type.String({ maxLength: 4 * longestPassword }),
})

type SignIn = Static<typeof signInBody>

/** Signs in and out. Failed attempts are rate-limited. */
export function signInRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { accounts, audit, sessions, signInLimits, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const options = { bodyLimit: 8_192, preHandler: refuseCrossSite }

  const endEarlierSession = (request: FastifyRequest) => sessions.close(tokenOf(request))

  /** @throws Problem `rate_limited` or `wrong_password` */
  const open = async ({ username, password }: SignIn, address: string) => {
    const counted = `${address} ${username}`
    // Counted before the password is checked: parallel attempts must not pass the limit.
    await consume(signInLimits.byUsername, counted)
    await consume(signInLimits.byAddress, address)
    const opened = await sessions.open(username, password)
    if (!opened) {
      throw new Problem('wrong_password', 'The username or the password is wrong.')
    }
    await signInLimits.byUsername.delete(counted)
    await signInLimits.byAddress.reward(address)
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
      const { body } = request
      const visitor = actorOf(request, 'visitor')
      const opened = await open(body, visitor.address).catch(async (error: unknown) => {
        if (error instanceof Problem) await audit.record(visitor, failedSignIn(body, error))
        throw error
      })
      await endEarlierSession(request)
      await audit.record(actorOf(request, 'session'), [
        { action: 'sign_in', account: opened.account.username, facts: {} },
      ])
      setToken(request, reply, opened.token, settings.baseUrl())
      return reply.status(204).send()
    },
  )

  routes.post('/dashboard/api/sign-out', options, async (request, reply) => {
    const account = await sessions.find(tokenOf(request))
    await endEarlierSession(request)
    if (account) {
      await audit.record(actorOf(request, 'session'), [
        { action: 'sign_out', account: account.username, facts: {} },
      ])
    }
    clearToken(reply)
    return reply.status(204).send()
  })
}

/** @throws Problem `rate_limited` after too many failed attempts */
async function consume(limiter: RateLimiterAbstract, key: string): Promise<void> {
  try {
    await limiter.consume(key)
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    const seconds = Math.max(1, Math.ceil(refused.msBeforeNext / 1_000))
    throw new Problem(
      'rate_limited',
      `Too many failed attempts to sign in; try again in ${waitText(seconds)}.`,
      { headers: { 'retry-after': String(seconds) } },
    )
  }
}

const waitText = (seconds: number): string =>
  seconds < 120 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`
