import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { figuresThenAndNow } from '../../use-cases/insight/figures-as-of.ts'
import { findRestatements } from '../../use-cases/insight/find-restatements.ts'
import { listSecondaryReports, showReconciliation } from '../../use-cases/show-reconciliation.ts'
import { formatInstant, parseInstant } from '../../values/instant.ts'
import { daysOf, refuseBadRange } from '../parameters/day-range.ts'
import { principalOf } from '../plugins/guard.ts'
import { queryErrors, splitLists } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { appNames } from './change-bodies.ts'
import { spanBody } from './insight-bodies.ts'
import { orProblem } from './refused.ts'
import {
  earlierFiguresAnswer,
  reconciliationAnswer,
  restatementsAnswer,
  secondaryReportsAnswer,
} from './restatement-answers.ts'
import {
  earlierFiguresBody,
  reconciliationBody,
  restatementsBody,
  secondaryReportsBody,
} from './restatement-bodies.ts'
import {
  defaultRestatedDays,
  defaultTolerance,
  earlierFiguresQuery,
  reconciliationQuery,
  restatementsQuery,
  sliceFiltersOf,
  withinOf,
} from './restatement-query.ts'
import { insightSender } from './send-insight.ts'
import { accountMembers } from './session-cookie.ts'

/** What networks changed after the fact, and where two reports differ. */
export function restatementRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { maxRangeDays } = services.settings
  const send = insightSender(services)
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const checked = { attachValidation: true, preValidation: splitLists } as const

  routes.get(
    '/dashboard/api/restatements',
    {
      config: { needs: 'read', answer: restatementsAnswer },
      schema: { querystring: restatementsQuery },
      ...checked,
    },
    async (request, reply) => {
      const days = daysOf(request.query)
      refuseBadRange(days, queryErrors(request), maxRangeDays)
      const { limit = defaultRestatedDays } = request.query
      const sliceFilters = sliceFiltersOf(request.query)
      return send(request, reply, sliceFilters, async ({ principal, apps, filters }) => {
        const scope = { principal, apps, networks: filters.networks ?? null }
        const found = await findRestatements(services, scope, days, limit)
        return { ...spanBody(days), ...restatementsBody(found) }
      })
    },
  )

  routes.get(
    '/dashboard/api/earlier-figures',
    {
      config: { needs: 'read', answer: earlierFiguresAnswer },
      schema: { querystring: earlierFiguresQuery },
      ...checked,
    },
    async (request, reply) => {
      const days = daysOf(request.query)
      refuseBadRange(days, queryErrors(request), maxRangeDays)
      const asOfMs = parseInstant(request.query.as_of)!
      return send(request, reply, request.query, async (scope, signal) => {
        const found = await figuresThenAndNow(services, scope, days, asOfMs, signal)
        const as_of = formatInstant(asOfMs)
        return { ...spanBody(days), as_of, ...earlierFiguresBody(found) }
      })
    },
  )

  routes.get(
    '/dashboard/api/reconciliation',
    {
      config: { needs: 'read', ofAllApps: true, answer: reconciliationAnswer },
      schema: { querystring: reconciliationQuery },
      ...checked,
    },
    async (request, reply) => {
      const { query } = request
      const days = daysOf(query)
      refuseBadRange(days, queryErrors(request), maxRangeDays)
      const within = withinOf(query, days)
      const { report, tolerance = defaultTolerance, by } = query
      const sliceFilters = sliceFiltersOf(query)
      return send(
        request,
        reply,
        sliceFilters,
        async ({ principal, apps, filters }, signal, ever) => {
          const networks = filters.networks ?? null
          const question = { principal, report, days, tolerance, within, apps, networks, by }
          const found = await orProblem(showReconciliation(services, question, signal))
          const shown = spanBody(within)
          return {
            ...spanBody(days),
            ...{ report, tolerance, by },
            ...{ within_start_date: shown.start_date, within_end_date: shown.end_date },
            ...reconciliationBody(found, appNames(ever)),
          }
        },
      )
    },
  )

  routes.get(
    '/dashboard/api/secondary-reports',
    { config: { needs: 'read', ofAllApps: true, answer: secondaryReportsAnswer } },
    async (request, reply) => {
      const principal = principalOf(request)
      const reports = await app.answerLanes.askShort(principal.account.id, () =>
        listSecondaryReports(services, principal),
      )
      reply.header('cache-control', 'no-store')
      return { ...accountMembers(principal), reports: secondaryReportsBody(reports) }
    },
  )
}
