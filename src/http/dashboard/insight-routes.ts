import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { compareFigureRanges } from '../../use-cases/insight/compare-ranges.ts'
import { explainRanges } from '../../use-cases/insight/explain-change.ts'
import { findFigureAnomalies } from '../../use-cases/insight/find-anomalies.ts'
import { forecastThisMonth } from '../../use-cases/insight/forecast-month.ts'
import { showMorning } from '../../use-cases/insight/morning.ts'
import { daysOf, refuseBadRange } from '../parameters/day-range.ts'
import { queryErrors, refuseBadQuery, splitLists } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { anomaliesBody, appNames, contributionsBody } from './change-bodies.ts'
import { dimensionOf, groupKeys } from './group-keys.ts'
import {
  anomaliesAnswer,
  comparisonAnswer,
  contributionsAnswer,
  forecastAnswer,
  morningAnswer,
} from './insight-answers.ts'
import {
  comparedDaysBody,
  comparedGroupsBody,
  comparisonBody,
  forecastBody,
  morningBody,
} from './insight-bodies.ts'
import {
  anomaliesQuery,
  anomalyGroups,
  comparisonQuery,
  contributionsQuery,
  defaultAnomalies,
  defaultContributions,
  maxAnomalyDays,
} from './insight-query.ts'
import { toAgainst } from './insight-request.ts'
import { insightSender } from './send-insight.ts'
import { filtersQuery } from './wire-schema.ts'

/** How figures changed, what is unusual about them, and what the month will bring. */
export function insightRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { maxRangeDays } = services.settings
  const send = insightSender(services)
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
      const { by } = request.query
      return send(request, reply, request.query, async (scope, signal, apps) => {
        const grouping = by ? { dimension: dimensionOf(by), keyAt: groupKeys(by, apps) } : null
        const found = await compareFigureRanges(services, scope, days, against, grouping, signal)
        return {
          ...comparisonBody(days, against, found.comparison),
          days: comparedDaysBody(found.comparison),
          compared: found.groups && comparedGroupsBody(found.groups),
        }
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
      const { limit = defaultAnomalies, by } = request.query
      const groups = by ? [by] : anomalyGroups
      return send(request, reply, request.query, async (scope, signal, apps) => {
        const found = await findFigureAnomalies(services, scope, days, groups, limit, signal)
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
}
