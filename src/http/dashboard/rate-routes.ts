import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addOwnRates } from '../../use-cases/rates/add-own-rates.ts'
import { applyRates } from '../../use-cases/rates/apply-rates.ts'
import { fetchRates } from '../../use-cases/rates/fetch-rates.ts'
import { showRates } from '../../use-cases/rates/show-rates.ts'
import type { Call } from '../../use-cases/use-case.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import {
  appliedRatesAnswer,
  fetchedRatesAnswer,
  ownRatesAnswer,
  ratesAnswer,
} from './rate-answers.ts'
import { orProblem, requestOf } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'

const path = '/dashboard/api/rates'
/** Some 12,000 rates. Storing more at once would keep others waiting. */
const maxBodyBytes = 262_144

/** Rates that the account's money is converted by. */
export function rateRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { callAs, importRequests } = services

  const callerOf = (request: FastifyRequest) => {
    const principal = principalOf(request)
    const call: Call = callAs(actorOf(request, 'session', principal.name))
    const { id, username } = principal.account
    return { id, username, call, members: accountMembers(principal) }
  }
  const changing = <Answer>(answer: Answer) =>
    ({
      config: { needs: 'manage', answer },
      preHandler: refuseCrossSite,
      bodyLimit: maxBodyBytes,
    }) as const

  const listing = { config: { needs: 'read', ofAllApps: true, answer: ratesAnswer } } as const
  app.get(path, listing, async (request, reply) => {
    const { username, call, members } = callerOf(request)
    reply.header('cache-control', 'no-store')
    return { ...members, ...(await call(showRates, { username })) }
  })

  app.post(`${path}/add`, changing(ownRatesAnswer), async (request, reply) => {
    const { username, call, members } = callerOf(request)
    const fields = { ...requestOf(request.body), username }
    const stored = await orProblem(call(addOwnRates, fields as never))
    reply.header('cache-control', 'no-store')
    return { ...members, ...stored }
  })

  app.post(`${path}/fetch`, changing(fetchedRatesAnswer), async (request, reply) => {
    const { username, call, members } = callerOf(request)
    const { may_fetch: mayFetch } = await call(showRates, { username })
    if (!mayFetch) throw new Problem('refused', 'The operator of this server turned this off.')
    const fetched = await orProblem(call(fetchRates, {}))
    reply.header('cache-control', 'no-store')
    return { ...members, ...fetched }
  })

  app.post(`${path}/apply`, changing(appliedRatesAnswer), async (request, reply) => {
    const { id, username, call, members } = callerOf(request)
    const fields = { ...requestOf(request.body), account: username }
    const apply = () => call(applyRates, fields as never)
    const found = await orProblem(importRequests.turns.run(id, apply))
    reply.header('cache-control', 'no-store')
    const changes = found.map(({ account: _, currency: _currency, ...change }) => change)
    return { ...members, changes }
  })
}
