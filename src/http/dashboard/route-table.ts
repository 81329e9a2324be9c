import type { FastifyInstance } from 'fastify'
import type { TObject } from 'typebox'
import type { Need } from '../plugins/needs.ts'
import { splitLists } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { DashboardRequest } from './dashboard-request.ts'
import { orProblem } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers } from './session-cookie.ts'
import { refuseUnknownMembers } from './unknown-members.ts'

const root = '/dashboard/api'
const defaultBodyBytes = 8_192

interface Declared<Query extends TObject, Body extends TObject> {
  readonly needs: Need
  /** Whether it concerns the whole account; see needs.ts. */
  readonly ofAllApps?: boolean
  readonly query?: Query
  /** Absent where a use case checks the body. */
  readonly body?: Body
  /** {@link defaultBodyBytes} when absent. */
  readonly maxBodyBytes?: number
}

/** A route of the dashboard. `Answer` is the type of its body. */
export interface Route<
  Answer = unknown,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
> extends Declared<Query, Body> {
  /** Makes the body; without one, 204 is sent. A refusal of a use case becomes a problem. */
  answer(asked: DashboardRequest<Query, Body>): Promise<Answer>
}

/** Routes by method and path below `/dashboard/api`: `GET /keys`. */
export type RouteTable = Readonly<Record<string, Route>>

/** A route that does not answer about the account. */
export const route = <Answer, Query extends TObject = TObject, Body extends TObject = TObject>(
  declared: Route<Answer, Query, Body>,
): Route<Answer> => declared as Route<Answer>

/** A route about the account of the session, which its answer names. */
export const ofAccount = <
  Answer extends object,
  Query extends TObject = TObject,
  Body extends TObject = TObject,
>({
  answer,
  ...declared
}: Route<Answer, Query, Body>) =>
  route({
    ...declared,
    answer: async (asked: DashboardRequest<Query, Body>) => ({
      ...accountMembers(asked.principal),
      ...(await answer(asked)),
    }),
  })

/** Adds the routes of a table. Those that post are refused to other sites. */
export function addRoutes(
  app: FastifyInstance,
  services: DashboardServices,
  table: RouteTable,
): void {
  for (const [name, declared] of Object.entries(table)) {
    const { needs, ofAllApps = false, query, body, maxBodyBytes = defaultBodyBytes } = declared
    const [method, path] = name.split(' ') as ['GET' | 'POST', string]
    app.route({
      method,
      url: root + path,
      config: { needs, ofAllApps },
      schema: { ...(query && { querystring: query }), ...(body && { body }) },
      attachValidation: true,
      bodyLimit: maxBodyBytes,
      preValidation: splitLists,
      preHandler: method === 'POST' ? refuseCrossSite : [],
      handler: async (request, reply) => {
        const make = async () => {
          // An unknown member may be a misspelling of one that the schema misses.
          if (body) refuseUnknownMembers(request.body, body, path.slice(1))
          if (body && request.validationError) throw request.validationError
          return declared.answer(new DashboardRequest(request, reply, services))
        }
        const made = await orProblem(make())
        if (made !== undefined) return made
        // Waiting for an answer that the route has sent gives undefined too.
        return reply.sent ? reply : reply.status(204).send()
      },
    })
  }
}
