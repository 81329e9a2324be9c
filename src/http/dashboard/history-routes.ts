import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds, otherFactNames } from '../../facts/kinds.ts'
import type { FailedImport } from '../../ledger/failed-imports.ts'
import { longestFinalAfterDays } from '../../ledger/finality.ts'
import { readFreshness } from '../../ledger/read-freshness.ts'
import { figuresOf } from '../../publishers/principal.ts'
import { largestEntryId } from '../../use-cases/fields.ts'
import { listImportsWithin } from '../../use-cases/list-account-imports.ts'
import { formatDay } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import { wordProblem } from '../../wording/word-problem.ts'
import { wordRefusal } from '../../wording/word-refusal.ts'
import { daysOf, refuseBadRange } from '../parameters/day-range.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import { queryErrors, refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { freshnessAnswer, importsAnswer } from './answer-schema.ts'
import { accountMembers } from './session-cookie.ts'
import { dashboardVocabulary } from './vocabulary.ts'
import { freshnessQuery, importsQuery } from './wire-schema.ts'

/** Freshness and imports. */
export function historyRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { callAs, ledger, finality, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()

  routes.get(
    '/dashboard/api/freshness',
    {
      config: { needs: 'read', answer: freshnessAnswer },
      schema: { querystring: freshnessQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const scope = figuresOf(principal)
      const days = daysOf(request.query)
      refuseBadRange(days, queryErrors(request), settings.maxRangeDays)
      const rules = await finality.all(scope.account)
      const asked = { scope, days, rules, today: services.today() }
      const read = async (kind: FactKind) => {
        const found = await readFreshness(ledger, { kind, ...asked })
        return found.networks.map((network) => ({
          network,
          final_after_days: longestFinalAfterDays(rules.get(network)),
          days: found.days
            .filter((one) => one.network === network)
            .map(({ status, lastChangeAtMs }) => ({
              status,
              last_change_at: lastChangeAtMs === null ? null : formatInstant(lastChangeAtMs),
            })),
        }))
      }
      const [networks, ...others] = await app.answerLanes.askShort(scope.account, () =>
        Promise.all((['figures', ...otherFactNames] as const).map((name) => read(factKinds[name]))),
      )
      reply.header('cache-control', 'no-store')
      return {
        ...accountMembers(principal),
        start_date: formatDay(days.firstDay),
        end_date: formatDay(days.lastDay),
        networks: networks!,
        others: otherFactNames.flatMap((kind, nth) =>
          others[nth]!.map((one) => ({ kind, ...one })),
        ),
      }
    },
  )

  routes.get(
    '/dashboard/api/imports',
    {
      config: { needs: 'read', answer: importsAnswer },
      schema: { querystring: importsQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const { account, apps } = principal
      refuseBadQuery(request)
      const { before } = request.query
      const call = callAs(actorOf(request, 'session', principal.name))
      const list = await app.answerLanes.askShort(account.id, () =>
        call(listImportsWithin(apps), {
          account: account.username,
          // Larger numbers are not ids and mean "all".
          ...(before !== undefined && { before: Math.min(before, largestEntryId) }),
        }),
      )
      reply.header('cache-control', 'no-store')
      return {
        ...accountMembers(principal),
        ...list,
        set_aside: list.set_aside.map(({ account: _, ...names }) => names),
        failed: list.failed.map(({ why, ...failed }) => ({ ...failed, message: textOf(why) })),
        failed_days: list.failed_days.map(({ connection, day, failed_at, problem, network }) => ({
          ...{ connection, day, failed_at },
          message: wordProblem(problem, network, dashboardVocabulary).message,
        })),
      }
    },
  )
}

function textOf(why: FailedImport['why']): string {
  if (typeof why === 'string') return why
  const { message, details } = wordRefusal(why, dashboardVocabulary)
  return [message, ...details].join('\n')
}
