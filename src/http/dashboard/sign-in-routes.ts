import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { Type } from 'typebox'
import { longestPassword } from '../../publishers/passwords.ts'
import { Problem } from '../answer/problems.ts'
import { clientNetwork } from '../plugins/limit-rate.ts'
import type { DashboardServices } from '../services.ts'
import { refuseCrossSite } from './same-site.ts'
import { clearToken, setToken, tokenOf } from './session-cookie.ts'

const signInBody = Type.Object({
  username: Type.String({ maxLength: 64 }),
  password: Type.String({ maxLength: 4 * longestPassword }),
})

/** Signs in and out. Failed attempts are rate-limited. */
export function signInRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { sessions, signInLimits, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const options = { bodyLimit: 8_192, preHandler: refuseCrossSite }

  routes.post(
    '/dashboard/api/sign-in',
    { ...options, schema: { body: signInBody } },
    async (request, reply) => {
      const { username, password } = request.body
      const address = clientNetwork(request.ip) ?? 'unknown'
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
      await endEarlierSession(request)
      setToken(request, reply, opened.token, settings.baseUrl())
      return reply.status(204).send()
    },
  )

  routes.post('/dashboard/api/sign-out', options, async (request, reply) => {
    await endEarlierSession(request)
    clearToken(reply)
    return reply.status(204).send()
  })

  const endEarlierSession = (request: FastifyRequest) => sessions.close(tokenOf(request))
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
