import { defaultTolerance } from '../../use-cases/find-gaps.ts'
import { figuresThenAndNow } from '../../use-cases/insight/figures-as-of.ts'
import { findRestatements } from '../../use-cases/insight/find-restatements.ts'
import { listSecondaryReports, showReconciliation } from '../../use-cases/show-reconciliation.ts'
import { formatInstant, parseInstant } from '../../values/instant.ts'
import { daysOfQuery, refuseBadRange } from '../parameters/day-range.ts'
import type { DashboardServices } from '../services.ts'
import { appNames } from './change-bodies.ts'
import { spanBody } from './insight-bodies.ts'
import { orProblem } from './refused.ts'
import {
  earlierFiguresBody,
  reconciliationBody,
  restatementsBody,
  secondaryReportsBody,
} from './restatement-bodies.ts'
import {
  defaultRestatedDays,
  earlierFiguresQuery,
  reconciliationQuery,
  restatementsQuery,
  sliceFiltersOf,
  withinOf,
} from './restatement-query.ts'
import { ofAccount } from './route-table.ts'
import { insightOf } from './send-insight.ts'

/** Changes of networks after the fact, and differences between two reports. */
export function restatementRoutes(services: DashboardServices) {
  const { maxRangeDays } = services.settings
  const insight = insightOf(services)

  return {
    'GET /restatements': insight({
      query: restatementsQuery,
      filters: sliceFiltersOf,
      answer: (query, errors) => {
        const days = daysOfQuery(query)
        refuseBadRange(days, errors, maxRangeDays)
        const { limit = defaultRestatedDays } = query
        return async ({ principal, apps, filters }) => {
          const scope = { principal, apps, networks: filters.networks ?? null }
          const found = await findRestatements(services, scope, days, limit)
          return { ...spanBody(days), ...restatementsBody(found) }
        }
      },
    }),

    'GET /earlier-figures': insight({
      query: earlierFiguresQuery,
      answer: (query, errors) => {
        const days = daysOfQuery(query)
        refuseBadRange(days, errors, maxRangeDays)
        const asOfMs = parseInstant(query.as_of)!
        return async (scope, signal) => {
          const found = await figuresThenAndNow(services, scope, days, asOfMs, signal)
          const as_of = formatInstant(asOfMs)
          return { ...spanBody(days), as_of, ...earlierFiguresBody(found) }
        }
      },
    }),

    'GET /reconciliation': insight({
      ofAllApps: true,
      query: reconciliationQuery,
      filters: sliceFiltersOf,
      answer: (query, errors) => {
        const days = daysOfQuery(query)
        refuseBadRange(days, errors, maxRangeDays)
        const within = withinOf(query, days)
        const { report, tolerance = defaultTolerance, by } = query
        return async ({ principal, apps, filters }, signal, ever) => {
          const networks = filters.networks ?? null
          const question = { principal, report, days, tolerance, within, apps, networks, by }
          const found = await orProblem(showReconciliation(services, question, signal))
          const shown = spanBody(within)
          return {
            ...spanBody(days),
            report,
            tolerance,
            by,
            within_start_date: shown.start_date,
            within_end_date: shown.end_date,
            ...reconciliationBody(found, appNames(ever)),
          }
        }
      },
    }),

    'GET /secondary-reports': ofAccount({
      needs: 'read',
      ofAllApps: true,
      answer: async ({ principal, askShort }) => ({
        reports: secondaryReportsBody(
          await askShort(() => listSecondaryReports(services, principal)),
        ),
      }),
    }),
  }
}
