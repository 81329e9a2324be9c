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
import { daysOfQuery, refuseBadRange } from '../parameters/day-range.ts'
import { queryErrors, refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { ofAccount } from './route-table.ts'
import { dashboardVocabulary } from './vocabulary.ts'
import { freshnessQuery, importsQuery } from './wire-schema.ts'

/** Freshness and imports. */
export const historyRoutes = ({ ledger, finality, settings, today }: DashboardServices) => ({
  'GET /freshness': ofAccount({
    needs: 'read',
    query: freshnessQuery,
    answer: async ({ request, principal, query, askShort }) => {
      const scope = figuresOf(principal)
      const days = daysOfQuery(query)
      refuseBadRange(days, queryErrors(request), settings.maxRangeDays)
      const rules = await finality.all(scope.account)
      const asked = { scope, days, rules, today: today() }
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
      const [networks, ...others] = await askShort(() =>
        Promise.all((['figures', ...otherFactNames] as const).map((name) => read(factKinds[name]))),
      )
      return {
        start_date: formatDay(days.firstDay),
        end_date: formatDay(days.lastDay),
        networks: networks!,
        // Their sources take the place of networks.
        others: otherFactNames.flatMap((kind, nth) =>
          others[nth]!.map((one) => ({ kind, ...one })),
        ),
      }
    },
  }),

  'GET /imports': ofAccount({
    needs: 'read',
    query: importsQuery,
    answer: async ({ request, principal, username: account, query, call, askShort }) => {
      refuseBadQuery(request)
      const { before } = query
      const list = await askShort(() =>
        call(listImportsWithin(principal.apps), {
          account,
          // Larger numbers are not ids and mean "all".
          ...(before !== undefined && { before: Math.min(before, largestEntryId) }),
        }),
      )
      return {
        ...list,
        set_aside: list.set_aside.map(({ account: _, ...names }) => names),
        failed: list.failed.map(({ why, ...failed }) => ({ ...failed, message: textOf(why) })),
        failed_days: list.failed_days.map(({ connection, day, failed_at, problem, network }) => ({
          connection,
          day,
          failed_at,
          message: wordProblem(problem, network, dashboardVocabulary).message,
        })),
      }
    },
  }),
})

function textOf(why: FailedImport['why']): string {
  if (typeof why === 'string') return why
  const { message, details } = wordRefusal(why, dashboardVocabulary)
  return [message, ...details].join('\n')
}
