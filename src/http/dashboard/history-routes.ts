import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import type { FailedImport } from '../../ledger/failed-imports.ts'
import type { AccountEntry } from '../../ledger/figure-ledger.ts'
import { freshnessOf, usualFinalAfterDays } from '../../ledger/finality.ts'
import { formatDay, parseDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { badParameters } from '../answer/problems.ts'
import { rangeErrors } from '../parameters/day-range.ts'
import { queryErrors, refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { signedIn } from './session-cookie.ts'
import { freshnessQuery, importsQuery } from './wire-schema.ts'

const importsShown = 50
const failuresShown = 50

/** What can be relied on, and where it came from. */
export function historyRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { sessions, ledger, finality, failedImports, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()

  routes.get(
    '/dashboard/api/freshness',
    { schema: { querystring: freshnessQuery }, attachValidation: true },
    async (request, reply) => {
      const account = await signedIn(request, sessions)
      const { start_date: start, end_date: end } = request.query
      const errors = queryErrors(request)
      if (errors.length === 0) errors.push(...rangeErrors(start, end, settings.maxRangeDays))
      if (errors.length > 0) throw badParameters(errors)
      const days = { firstDay: parseDay(start)!, lastDay: parseDay(end)! }
      const [reported, networks, rules] = await Promise.all([
        ledger.reportedDays(account.id, days),
        ledger.networks(account.id),
        finality.all(),
      ])
      const found = freshnessOf(days, services.today(), networks, reported, rules)
      reply.header('cache-control', 'no-store')
      return {
        start_date: start,
        end_date: end,
        networks: networks.map((network) => ({
          network,
          final_after_days: rules.get(network) ?? usualFinalAfterDays,
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
      const before = request.query.before === undefined ? null : Number(request.query.before)
      // One more than is shown tells whether there are others.
      const entries = await ledger.entriesOf(account.id, before, importsShown + 1)
      const shown = entries.slice(0, importsShown)
      const failed = before === null ? await failedImports.ofAccount(account.id, failuresShown) : []
      reply.header('cache-control', 'no-store')
      return {
        currency: account.currency,
        imports: shown.map(entryBody),
        failed: failed.map(failureBody),
        next_before: entries.length > shown.length ? shown.at(-1)!.id : null,
      }
    },
  )
}

const entryBody = (entry: AccountEntry) => ({
  id: entry.id,
  kind: entry.kind,
  committed_at: formatInstant(entry.committedAtMs),
  undoes: entry.undoes,
  source: entry.source,
  files: entry.files,
  slices_added: entry.added,
  slices_restated: entry.restated,
  slices_removed: entry.removed,
  first_day: formatDay(entry.firstDay),
  last_day: formatDay(entry.lastDay),
  impressions: entry.impressions.toString(),
  revenue: formatMicros(entry.revenueMicros),
})

const failureBody = ({ failedAtMs, source, files, message }: FailedImport) => ({
  failed_at: formatInstant(failedAtMs),
  source,
  files,
  message,
})
