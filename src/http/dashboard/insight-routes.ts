import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { App } from '../../publishers/app.ts'
import { VisibleApps } from '../../publishers/visible-apps.ts'
import { compareFigureRanges } from '../../use-cases/insight/compare-ranges.ts'
import { explainRanges } from '../../use-cases/insight/explain-change.ts'
import { findFigureAnomalies } from '../../use-cases/insight/find-anomalies.ts'
import { forecastThisMonth } from '../../use-cases/insight/forecast-month.ts'
import { showMorning } from '../../use-cases/insight/morning.ts'
import type { InsightScope } from '../../use-cases/insight/read-figures.ts'
import { jsonPieces, sendReport } from '../answer/send-report.ts'
import { daysOf, refuseBadRange } from '../parameters/day-range.ts'
import { principalOf } from '../plugins/guard.ts'
import { queryErrors, refuseBadQuery, splitLists } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { anomaliesBody, appNames, contributionsBody } from './change-bodies.ts'
import {
  anomaliesAnswer,
  comparisonAnswer,
  contributionsAnswer,
  forecastAnswer,
  morningAnswer,
} from './insight-answers.ts'
import { comparedDaysBody, comparisonBody, forecastBody, morningBody } from './insight-bodies.ts'
import {
  anomaliesQuery,
  comparisonQuery,
  contributionsQuery,
  defaultAnomalies,
  defaultContributions,
  maxAnomalyDays,
} from './insight-query.ts'
import { toAgainst, toScope } from './insight-request.ts'
import { accountMembers } from './session-cookie.ts'
import { type FiltersQuery, filtersQuery } from './wire-schema.ts'

/** How figures changed, what is unusual about them, and what the month will bring. */
export function insightRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { maxRangeDays } = services.settings
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const checked = { attachValidation: true, preValidation: splitLists } as const

  routes.get(
    '/dashboard/api/comparison',
    {
      config: { needs: 'read', answer: comparisonAnswer },
      schema: { querystring: comparisonQuery },
      ...checked,
    },
    async (request, reply) => {
      const against = toAgainst(request.query, queryErrors(request), maxRangeDays)
      const days = daysOf(request.query)
      return send(request, reply, request.query, async (scope, signal) => {
        const found = await compareFigureRanges(services, scope, days, against, signal)
        return { ...comparisonBody(days, against, found), days: comparedDaysBody(found) }
      })
    },
  )

  routes.get(
    '/dashboard/api/contributions',
    {
      config: { needs: 'read', answer: contributionsAnswer },
      schema: { querystring: contributionsQuery },
      ...checked,
    },
    async (request, reply) => {
      const against = toAgainst(request.query, queryErrors(request), maxRangeDays)
      const days = daysOf(request.query)
      const { limit = defaultContributions } = request.query
      return send(request, reply, request.query, async (scope, signal, apps) => {
        const found = await explainRanges(services, scope, days, against, limit, signal)
        return contributionsBody(days, against, found, appNames(apps))
      })
    },
  )

  routes.get(
    '/dashboard/api/anomalies',
    {
      config: { needs: 'read', answer: anomaliesAnswer },
      schema: { querystring: anomaliesQuery },
      ...checked,
    },
    async (request, reply) => {
      const days = daysOf(request.query)
      refuseBadRange(days, queryErrors(request), Math.min(maxRangeDays, maxAnomalyDays))
      const { limit = defaultAnomalies } = request.query
      return send(request, reply, request.query, async (scope, signal, apps) => {
        const found = await findFigureAnomalies(services, scope, days, limit, signal)
        return anomaliesBody(days, found, appNames(apps))
      })
    },
  )

  routes.get(
    '/dashboard/api/forecast',
    {
      config: { needs: 'read', answer: forecastAnswer },
      schema: { querystring: filtersQuery },
      ...checked,
    },
    async (request, reply) => {
      refuseBadQuery(request)
      return send(request, reply, request.query, async (scope, signal) =>
        forecastBody(await forecastThisMonth(services, scope, signal)),
      )
    },
  )

  routes.get(
    '/dashboard/api/morning',
    {
      config: { needs: 'read', answer: morningAnswer },
      schema: { querystring: filtersQuery },
      ...checked,
    },
    async (request, reply) => {
      refuseBadQuery(request)
      return send(request, reply, request.query, async (scope, signal) =>
        morningBody(await showMorning(services, scope, signal)),
      )
    },
  )

  type Answer = (scope: InsightScope, signal: AbortSignal, ever: readonly App[]) => Promise<object>

  async function send(
    request: FastifyRequest,
    reply: FastifyReply,
    query: FiltersQuery,
    answer: Answer,
  ): Promise<FastifyReply> {
    const principal = principalOf(request)
    const { version } = await services.figures.stateOf(principal.account.id)
    const ever = await new VisibleApps(services.apps, principal).ever()
    const known = ever.filter(({ endedBy }) => endedBy === undefined)
    const scope = toScope(query, principal, known)
    return sendReport(request, reply, {
      ...{ principal, version, cacheable: false },
      contentType: 'application/json; charset=utf-8',
      body: async (signal) => {
        const body = await answer(scope, signal, ever)
        const pieces = jsonPieces({ ...accountMembers(principal), ...body })
        return { matchesVersion: false, pieces }
      },
    })
  }
}
