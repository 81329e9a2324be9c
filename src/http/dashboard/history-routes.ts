import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import type { FailedImport } from '../../ledger/failed-imports.ts'
import { defaultFinalAfterDays, freshnessOf } from '../../ledger/finality.ts'
import { largestEntryId } from '../../use-cases/fields.ts'
import { listAccountImports } from '../../use-cases/list-account-imports.ts'
import { formatDay } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import { wordRefusal } from '../../wording/word-refusal.ts'
import { daysOf, refuseBadRange } from '../parameters/day-range.ts'
import { queryErrors, refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { signedIn } from './session-cookie.ts'
import { dashboardVocabulary } from './vocabulary.ts'
import { freshnessQuery, importsQuery } from './wire-schema.ts'

/** Freshness and imports. */
export function historyRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { call, sessions, ledger, finality, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()

  routes.get(
    '/dashboard/api/freshness',
    { schema: { querystring: freshnessQuery }, attachValidation: true },
    async (request, reply) => {
      const account = await signedIn(request, sessions)
      const days = daysOf(request.query)
      refuseBadRange(days, queryErrors(request), settings.maxRangeDays)
      const [reported, networks, rules] = await Promise.all([
        ledger.reportedDays(account.id, days),
        ledger.networks(account.id),
        finality.all(),
      ])
      const found = freshnessOf(days, services.today(), networks, reported, rules)
      reply.header('cache-control', 'no-store')
      return {
        start_date: formatDay(days.firstDay),
        end_date: formatDay(days.lastDay),
        networks: networks.map((network) => ({
          network,
          final_after_days: rules.get(network) ?? defaultFinalAfterDays,
          days: found
            .filter((one) => one.network === network)
            .map(({ status, lastChangeAtMs }) => ({
              status,
              last_change_at: lastChangeAtMs === null ? null : formatInstant(lastChangeAtMs),
            })),
        })),
      }
    },
  )

  routes.get(
    '/dashboard/api/imports',
    { schema: { querystring: importsQuery }, attachValidation: true },
    async (request, reply) => {
      const account = await signedIn(request, sessions)
      refuseBadQuery(request)
      const { before } = request.query
      const list = await call(listAccountImports, {
        account: account.username,
        // Larger numbers are not ids and mean "all".
        ...(before !== undefined && { before: Math.min(Number(before), largestEntryId) }),
      })
      reply.header('cache-control', 'no-store')
      return {
        ...list,
        failed: list.failed.map(({ why, ...failed }) => ({ ...failed, message: textOf(why) })),
      }
    },
  )
}

function textOf(why: FailedImport['why']): string {
  if (typeof why === 'string') return why
  const { message, details } = wordRefusal(why, dashboardVocabulary)
  return [message, ...details].join('\n')
}
