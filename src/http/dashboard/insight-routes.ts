import { compareFigureRanges } from '../../use-cases/insight/compare-ranges.ts'
import { explainRanges } from '../../use-cases/insight/explain-change.ts'
import { findFigureAnomalies } from '../../use-cases/insight/find-anomalies.ts'
import { forecastThisMonth } from '../../use-cases/insight/forecast-month.ts'
import { showHome } from '../../use-cases/insight/home.ts'
import { daysOfQuery, refuseBadRange } from '../parameters/day-range.ts'
import type { DashboardServices } from '../services.ts'
import {
  anomaliesBody,
  anomalyBody,
  appNames,
  contributionsBody,
  effectsBody,
} from './change-bodies.ts'
import { comparisonBody, forecastBody, homeBody } from './insight-bodies.ts'
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
import { insightOf } from './send-insight.ts'
import { filtersQuery } from './wire-schema.ts'

/** How figures changed, what is unusual about them, and what the month will bring. */
export function insightRoutes(services: DashboardServices) {
  const { maxRangeDays } = services.settings
  const insight = insightOf(services)

  return {
    'GET /comparison': insight({
      query: comparisonQuery,
      answer: (query, errors) => {
        const against = toAgainst(query, errors, maxRangeDays)
        const days = daysOfQuery(query)
        return async (scope, signal) => {
          const found = await compareFigureRanges(services, scope, days, against, signal)
          return comparisonBody(days, against, found)
        }
      },
    }),

    'GET /contributions': insight({
      query: contributionsQuery,
      answer: (query, errors) => {
        const against = toAgainst(query, errors, maxRangeDays)
        const days = daysOfQuery(query)
        const { limit = defaultContributions } = query
        return async (scope, signal, apps) => {
          const found = await explainRanges(services, scope, days, against, limit, signal)
          return contributionsBody(days, against, found, appNames(apps))
        }
      },
    }),

    'GET /anomalies': insight({
      query: anomaliesQuery,
      answer: (query, errors) => {
        const days = daysOfQuery(query)
        refuseBadRange(days, errors, Math.min(maxRangeDays, maxAnomalyDays))
        const { limit = defaultAnomalies, by } = query
        const groups = by ? [by] : anomalyGroups
        return async (scope, signal, apps) => {
          const found = await findFigureAnomalies(services, scope, days, groups, limit, signal)
          return anomaliesBody(days, found, appNames(apps))
        }
      },
    }),

    'GET /forecast': insight({
      query: filtersQuery,
      answer: () => async (scope, signal) =>
        forecastBody(await forecastThisMonth(services, scope, signal)),
    }),

    'GET /home': insight({
      query: filtersQuery,
      answer: () => async (scope, signal, apps) => {
        const home = await showHome(services, scope, signal)
        return {
          ...homeBody(home),
          effects: home.effects && effectsBody(home.effects),
          unusual: home.unusual && anomalyBody(home.unusual, appNames(apps)),
        }
      },
    }),
  }
}
