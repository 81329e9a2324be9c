import type { FastifyInstance } from 'fastify'
import { addConnection } from '../../use-cases/connections/add-connection.ts'
import { changeConnection } from '../../use-cases/connections/change-connection.ts'
import { confirmDay } from '../../use-cases/connections/confirm-day.ts'
import type { ConnectionView } from '../../use-cases/connections/connection-view.ts'
import { listConnections, showConnection } from '../../use-cases/connections/list-connections.ts'
import { pauseConnection, resumeConnection } from '../../use-cases/connections/pause-connection.ts'
import { pullConnection } from '../../use-cases/connections/pull-connection.ts'
import { removeConnection } from '../../use-cases/connections/remove-connection.ts'
import {
  type ConnectionTest,
  testConnection,
  tryCredentials,
} from '../../use-cases/connections/test-connection.ts'
import type { UseCase } from '../../use-cases/use-case.ts'
import { formatDay } from '../../values/day.ts'
import { Refusal } from '../../values/refusal.ts'
import { Problem } from '../answer/problems.ts'
import { daysOfQuery, refuseBadRange } from '../parameters/day-range.ts'
import { queryErrors, refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { BackgroundPulls } from './background-pulls.ts'
import { connectionBody, connectorBodies, dayBody, testBody } from './connection-body.ts'
import { consentPath, consentRoutes } from './consent-routes.ts'
import type { DashboardRequest } from './dashboard-request.ts'
import { orProblem } from './refused.ts'
import { ofAccount } from './route-table.ts'
import { connectionDaysQuery, connectionsQuery } from './wire-schema.ts'

/** Values of all fields of a connector. */
const maxBodyBytes = 262_144
/** A report that a network makes in the background takes its time. */
const testMs = 180_000
/** Of an account, at once. */
const maxTests = 3

const managing = { needs: 'manage', ofAllApps: true, maxBodyBytes } as const
const editing = { ...managing, needs: 'import' } as const
const seeing = { needs: 'read', ofAllApps: true } as const

/** The connections of the account to networks. No answer has a secret. */
export function connectionRoutes(app: FastifyInstance, services: DashboardServices) {
  const { settings } = services
  const pulls = new BackgroundPulls((message) => app.log.warn(message))
  app.addHook('preClose', () => pulls.end())
  const testing = new Map<number, number>()

  const bodyOf = ({ principal, username }: DashboardRequest, view: ConnectionView) =>
    connectionBody(view, principal.permissions.has('manage'), pulls.of(username, view.name))

  const beginPull = async (
    { username, call }: DashboardRequest,
    fields: { readonly name: string },
  ) => {
    if (pulls.isFull) {
      throw new Problem('overloaded', 'Many connections are pulled now. Try again in a minute.')
    }
    await orProblem(
      pulls.begin(username, fields.name, (signal, onProgress) =>
        call(pullConnection, { ...fields, username }, { signal, onProgress }),
      ),
    )
  }
  /** Its days show what was pulled, and whether it was refused. */
  const pullAfterwards = (asked: DashboardRequest, fields: { readonly name: string }) =>
    beginPull(asked, fields).catch(() => undefined)

  /** A body has the fields of its use case, but for the account, which is the session's. */
  const changing = (
    needs: typeof managing | typeof editing,
    useCase: UseCase<never, object>,
    pullsOf?: (fields: DashboardRequest['fields']) => object,
  ) =>
    ofAccount({
      ...needs,
      answer: async (asked) => {
        const { username, fields, ask } = asked
        const changed = await ask(useCase, { ...fields, username })
        const { name } = { ...fields, ...changed } as { readonly name: string }
        if (pullsOf) await pullAfterwards(asked, { name, ...pullsOf(fields) })
        return { name }
      },
    })

  const trying = (
    needs: typeof managing | typeof editing,
    useCase: UseCase<never, ConnectionTest>,
  ) =>
    ofAccount({
      ...needs,
      answer: async ({ principal, username, fields, ask }) => {
        const { id } = principal.account
        const running = testing.get(id) ?? 0
        if (running >= maxTests) {
          throw new Problem('refused', 'Other tests of this account are running. Wait for them.')
        }
        testing.set(id, running + 1)
        const signal = AbortSignal.timeout(testMs)
        try {
          return testBody(await ask(useCase, { ...fields, username }, { signal }))
        } catch (error) {
          if (!signal.aborted) throw error
          throw new Problem('refused', 'The network took longer than 3 minutes. Try again later.')
        } finally {
          testing.set(id, testing.get(id)! - 1)
          if (testing.get(id) === 0) testing.delete(id)
        }
      },
    })

  return {
    'GET /connections': ofAccount({
      ...seeing,
      query: connectionsQuery,
      answer: async (asked) => {
        const { request, username, query, call } = asked
        refuseBadQuery(request)
        const { start_date: first, end_date: last } = query
        const found = await call(listConnections, {
          username,
          ...(first !== undefined && { startDate: formatDay(first) }),
          ...(last !== undefined && { endDate: formatDay(last) }),
        })
        return {
          connections: found.map(({ pulled_days: days, ...view }) => ({
            ...bodyOf(asked, view),
            // The states alone: each day's figures are on the page of its connection.
            ...(days && { pulled_days: days.map(({ day, state }) => ({ day, state })) }),
          })),
        }
      },
    }),

    'GET /connections/networks': ofAccount({
      needs: 'manage',
      answer: async () => ({
        consent_redirect_uri: settings.baseUrl() + consentPath,
        networks: connectorBodies,
      }),
    }),

    'GET /connections/days': ofAccount({
      ...seeing,
      query: connectionDaysQuery,
      answer: async (asked) => {
        const { request, username, query, call } = asked
        const days = daysOfQuery(query)
        refuseBadRange(days, queryErrors(request), settings.maxRangeDays)
        const { name } = query
        const range = { startDate: formatDay(days.firstDay), endDate: formatDay(days.lastDay) }
        const shown = await call(showConnection, { username, name, ...range }).catch(
          (error: unknown) => {
            if (!(error instanceof Refusal) || error.code !== 'unknown_connection') throw error
            throw new Problem('not_found', `There is no connection named "${name}".`)
          },
        )
        return {
          start_date: range.startDate,
          end_date: range.endDate,
          connection: bodyOf(asked, shown),
          pulled_days: shown.pulled_days.map((day) => dayBody(day, shown.network)),
        }
      },
    }),

    'POST /connections/add': changing(managing, addConnection, () => ({})),
    'POST /connections/change': changing(managing, changeConnection, () => ({})),
    'POST /connections/pause': changing(editing, pauseConnection),
    'POST /connections/resume': changing(editing, resumeConnection, () => ({})),
    'POST /connections/remove': changing(managing, removeConnection),
    'POST /connections/confirm': changing(editing, confirmDay, ({ day }) => ({
      startDate: day,
      endDate: day,
    })),
    'POST /connections/try': trying(managing, tryCredentials),
    'POST /connections/test': trying(editing, testConnection),

    'POST /connections/pull': ofAccount({
      ...editing,
      answer: async (asked) => {
        const fields = asked.fields as { readonly name: string }
        await beginPull(asked, fields)
        return { name: fields.name }
      },
    }),

    ...consentRoutes(services, (asked, name) => pullAfterwards(asked, { name })),
  }
}
