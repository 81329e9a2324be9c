import type { Static, TObject } from 'typebox'
import type { App } from '../../publishers/app.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import type { InsightScope } from '../../use-cases/insight/read-figures.ts'
import type { ParameterError } from '../answer/problems.ts'
import { jsonPieces, sendReport } from '../answer/send-report.ts'
import { queryErrors, refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import type { DashboardRequest } from './dashboard-request.ts'
import { toScope } from './insight-request.ts'
import type { Route } from './route-table.ts'
import { type AccountMembers, accountMembers } from './session-cookie.ts'
import type { FiltersQuery } from './wire-schema.ts'

/** Makes the members of an answer. @param ever all apps that the account ever had */
type MakeBody<Body> = (
  scope: InsightScope,
  signal: AbortSignal,
  ever: readonly App[],
) => Promise<Body>

interface Insight<Query extends TObject, Body> {
  readonly query: Query
  readonly ofAllApps?: boolean
  /** The filters of the query that its figures have; all of them when absent. */
  readonly filters?: (query: Static<Query>) => FiltersQuery
  /** Checks the query. @param errors those that its schema found */
  readonly answer: (query: Static<Query>, errors: readonly ParameterError[]) => MakeBody<Body>
}

/** @returns a function that declares routes about the figures that a query filters; they answer in the account's turn */
export const insightOf =
  (services: DashboardServices) =>
  <Query extends TObject, Body extends object>({
    query: schema,
    ofAllApps = false,
    filters = (query) => query as FiltersQuery,
    answer,
  }: Insight<Query, Body>): Route<AccountMembers & Body> => ({
    needs: 'read',
    ofAllApps,
    query: schema,
    answer: async ({ request, reply, query, principal }: DashboardRequest<Query>) => {
      const make = answer(query, queryErrors(request))
      refuseBadQuery(request)
      const { version } = await services.figures.states.of(principal.account.id)
      const ever = await new VisibleApps(services.apps, principal).ever()
      const known = ever.filter(({ endedBy }) => endedBy === undefined)
      const scope = toScope(filters(query), principal, known)
      return sendReport(request, reply, {
        principal,
        version,
        cacheable: false,
        contentType: 'application/json; charset=utf-8',
        body: async (signal) => {
          const body = await make(scope, signal, ever)
          const pieces = jsonPieces({ ...accountMembers(principal), ...body })
          return { matchesVersion: false, pieces }
        },
      })
    },
  })
