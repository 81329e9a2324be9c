import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { setUp } from '../../use-cases/set-up.ts'
import type { Refusal } from '../../values/refusal.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import type { DashboardServices } from '../services.ts'
import { admitSetUp } from './admit-sign-in.ts'
import { sessionClientOf } from './describe-browser.ts'
import { route } from './route-table.ts'
import { takeSession } from './session-cookie.ts'

const token = Type.String({ minLength: 1, maxLength: 128, writeOnly: true })
const checkBody = Type.Object({ token })
const setUpBody = Type.Object({
  token,
  username: Type.String(),
  currency: Type.String(),
  user: Type.String(),
  password: Type.String(),
})

/** Sets a server up that has no account. The tokens of links are in bodies, never in addresses. */
export function setupRoutes(services: DashboardServices) {
  const { audit, callAs, sessions, setupLinks, signInLimits, users } = services

  /** Counts attempts whose link is over as failed. @throws Problem `rate_limited`, or what the work throws */
  async function attempt<Result>(request: FastifyRequest, work: () => Promise<Result>) {
    const refused = async (reason: string) => {
      const event = { action: 'set_up_failed', account: null, facts: { reason } } as const
      await audit.record(actorOf(request, 'visitor'), [event])
    }
    const admitted = await admitSetUp(request.ip, signInLimits).catch(async (error: unknown) => {
      if (error instanceof Problem) await refused(error.code)
      throw error
    })
    try {
      const result = await work()
      await admitted.dropped()
      return result
    } catch (error) {
      const { code } = error as Refusal
      if (code === 'setup_link_over' || code === 'already_set_up') await refused(code)
      else await admitted.dropped()
      throw error
    }
  }

  return {
    'POST /set-up/check': route({
      needs: 'nothing',
      body: checkBody,
      answer: async ({ request, body }) => {
        await attempt(request, () => setupLinks.check(body.token))
      },
    }),

    'POST /set-up': route({
      needs: 'nothing',
      body: setUpBody,
      answer: async ({ request, reply, body }) => {
        const call = callAs(actorOf(request, 'visitor'))
        const user = body.user.trim()
        const { username, key } = await attempt(request, () => call(setUp, { ...body, user }))
        const known = (await users.known(await users.get(user)))!
        const opened = await sessions.open(known, sessionClientOf(request))
        await takeSession(request, reply, opened, services)
        return { account: username, user: known.user.login, key }
      },
    }),
  }
}
