import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { addConnection } from '../../use-cases/connections/add-connection.ts'
import { changeConnection } from '../../use-cases/connections/change-connection.ts'
import { confirmDay } from '../../use-cases/connections/confirm-day.ts'
import type { ConnectionView } from '../../use-cases/connections/connection-view.ts'
import { listConnections, showConnection } from '../../use-cases/connections/list-connections.ts'
import { pauseConnection, resumeConnection } from '../../use-cases/connections/pause-connection.ts'
import { pullConnection } from '../../use-cases/connections/pull-connection.ts'
import { removeConnection } from '../../use-cases/connections/remove-connection.ts'
import { testConnection, tryCredentials } from '../../use-cases/connections/test-connection.ts'
import type { Call, UseCase } from '../../use-cases/use-case.ts'
import { formatDay } from '../../values/day.ts'
import { Refusal } from '../../values/refusal.ts'
import { Problem } from '../answer/problems.ts'
import { daysOf, refuseBadRange } from '../parameters/day-range.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import { queryErrors } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { BackgroundPulls } from './background-pulls.ts'
import {
  connectionDaysAnswer,
  connectionsAnswer,
  connectionTestAnswer,
  connectorsAnswer,
} from './connection-answers.ts'
import { connectionBody, connectorBodies, dayBody, testBody } from './connection-body.ts'
import { consentPath, consentRoutes } from './consent-routes.ts'
import { orProblem, requestOf } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'
import { connectionDaysQuery } from './wire-schema.ts'

/** A body has the fields of its use case, but for the account, which is the session's. */
const changes = {
  add: { useCase: addConnection, needs: 'manage', pulls: true },
  change: { useCase: changeConnection, needs: 'manage', pulls: true },
  pause: { useCase: pauseConnection, needs: 'import', pulls: false },
  resume: { useCase: resumeConnection, needs: 'import', pulls: true },
  remove: { useCase: removeConnection, needs: 'manage', pulls: false },
  confirm: { useCase: confirmDay, needs: 'import', pulls: true },
} as const
const tests = {
  try: { useCase: tryCredentials, needs: 'manage' },
  test: { useCase: testConnection, needs: 'import' },
} as const

/** Values of all fields of a connector. */
const maxBodyBytes = 262_144
/** A report that a network makes in the background takes its time. */
const testMs = 180_000
/** Of an account, at once. */
const maxTests = 3

const path = '/dashboard/api/connections'

type Fields = Readonly<Record<string, unknown>>
type AnyUseCase = UseCase<never, unknown>

/** The connections of the account to networks. No answer has a secret. */
export function connectionRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { callAs, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const pulls = new BackgroundPulls((message) => app.log.warn(message))
  app.addHook('preClose', () => pulls.end())
  const testing = new Map<number, number>()

  /** Calls use cases for the session's account. */
  const callerOf = (request: FastifyRequest) => {
    const principal = principalOf(request)
    const { id, username } = principal.account
    const call: Call = callAs(actorOf(request, 'session', principal.name))
    return {
      ...{ id, username, call, members: accountMembers(principal) },
      ask: (useCase: AnyUseCase, fields: Fields, io = {}) =>
        orProblem(call(useCase, { ...fields, username } as never, io)),
      bodyOf: (view: ConnectionView) =>
        connectionBody(view, principal.permissions.has('manage'), pulls.of(username, view.name)),
    }
  }
  type Caller = ReturnType<typeof callerOf>

  const beginPull = async ({ username, call }: Caller, fields: Fields & { name: string }) => {
    if (pulls.isFull) {
      throw new Problem('overloaded', 'Many connections are pulled now. Try again in a minute.')
    }
    const request = { ...fields, username }
    await orProblem(
      pulls.begin(username, fields.name, (signal, onProgress) =>
        call(pullConnection, request, { signal, onProgress }),
      ),
    )
  }

  const listing = {
    config: { needs: 'read', ofAllApps: true, answer: connectionsAnswer },
  } as const
  routes.get(path, listing, async (request, reply) => {
    const { members, username, call, bodyOf } = callerOf(request)
    const found = await call(listConnections, { username })
    reply.header('cache-control', 'no-store')
    return { ...members, connections: found.map(bodyOf) }
  })

  const networks = { config: { needs: 'manage', answer: connectorsAnswer } } as const
  routes.get(`${path}/networks`, networks, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    return {
      ...callerOf(request).members,
      consent_redirect_uri: settings.baseUrl() + consentPath,
      networks: [...connectorBodies],
    }
  })

  routes.get(
    `${path}/days`,
    {
      config: { needs: 'read', ofAllApps: true, answer: connectionDaysAnswer },
      schema: { querystring: connectionDaysQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const { members, username, call, bodyOf } = callerOf(request)
      const days = daysOf(request.query)
      refuseBadRange(days, queryErrors(request), settings.maxRangeDays)
      const { name } = request.query
      const range = { startDate: formatDay(days.firstDay), endDate: formatDay(days.lastDay) }
      const shown = await orProblem(
        call(showConnection, { username, name, ...range }).catch((error: unknown) => {
          if (!(error instanceof Refusal) || error.code !== 'unknown_connection') throw error
          throw new Problem('not_found', `There is no connection named "${name}".`)
        }),
      )
      reply.header('cache-control', 'no-store')
      return {
        ...{
          ...members,
          start_date: range.startDate,
          end_date: range.endDate,
          connection: bodyOf(shown),
        },
        pulled_days: shown.pulled_days.map((day) => dayBody(day, shown.network)),
      }
    },
  )

  const changing = { preHandler: refuseCrossSite, bodyLimit: maxBodyBytes } as const
  for (const [action, { useCase, needs, pulls: isPulled }] of Object.entries(changes)) {
    const options = { ...changing, config: { needs, ofAllApps: true } } as const
    app.post(`${path}/${action}`, options, async (request, reply) => {
      const caller = callerOf(request)
      const fields = requestOf(request.body)
      const changed = await caller.ask(useCase, fields)
      const { name } = { ...fields, ...(changed as object) } as { readonly name: string }
      // Its days show what it pulled, and whether it was refused.
      const span = useCase === confirmDay ? { startDate: fields.day, endDate: fields.day } : {}
      if (isPulled) await beginPull(caller, { name, ...span }).catch(() => undefined)
      reply.header('cache-control', 'no-store')
      return { ...caller.members, name }
    })
  }

  const pulling = { ...changing, config: { needs: 'import', ofAllApps: true } } as const
  app.post(`${path}/pull`, pulling, async (request, reply) => {
    const caller = callerOf(request)
    const fields = requestOf(request.body) as Parameters<typeof beginPull>[1]
    await beginPull(caller, fields)
    reply.header('cache-control', 'no-store')
    return { ...caller.members, name: fields.name }
  })

  for (const [action, { useCase, needs }] of Object.entries(tests)) {
    const config = { needs, ofAllApps: true, answer: connectionTestAnswer } as const
    const options = { ...changing, config } as const
    app.post(`${path}/${action}`, options, async (request, reply) => {
      const { id, ask, members } = callerOf(request)
      const running = testing.get(id) ?? 0
      if (running >= maxTests) {
        throw new Problem('refused', 'Other tests of this account are running. Wait for them.')
      }
      testing.set(id, running + 1)
      const signal = AbortSignal.timeout(testMs)
      try {
        const found = await ask(useCase, requestOf(request.body), { signal })
        reply.header('cache-control', 'no-store')
        return { ...members, ...testBody(found as Awaited<ReturnType<typeof testConnection.run>>) }
      } catch (error) {
        if (!signal.aborted) throw error
        throw new Problem('refused', 'The network took longer than 3 minutes. Try again later.')
      } finally {
        testing.set(id, testing.get(id)! - 1)
        if (testing.get(id) === 0) testing.delete(id)
      }
    })
  }

  consentRoutes(app, services, async (request, name) => {
    await beginPull(callerOf(request), { name }).catch(() => undefined)
  })
}
