import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { longestPassword } from '../../publishers/passwords.ts'
import { Problem } from '../answer/problems.ts'
import type { DashboardServices } from '../services.ts'
import { admitKnownBrowser, admitStranger } from './admit-sign-in.ts'
import { refuseCrossSite } from './same-site.ts'
import { browserProofOf, clearToken, setBrowserProof, setToken, tokenOf } from './session-cookie.ts'

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
      const browser = await sessions.knownBrowser(username, browserProofOf(request))
      const attempt = await (browser === null
        ? admitStranger(username, request.ip, signInLimits)
        : admitKnownBrowser(username, browser, signInLimits))
      const opened = await sessions
        .open(username, password, attempt.guesser)
        .catch(async (error) => {
          await attempt.dropped()
          throw error
        })
      if (!opened) {
        throw new Problem('wrong_password', 'The username or the password is wrong.')
      }
      await attempt.succeeded()
      await endEarlierSession(request)
      setToken(request, reply, opened.token, settings.baseUrl())
      setBrowserProof(request, reply, opened.browserProof, settings.baseUrl())
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
