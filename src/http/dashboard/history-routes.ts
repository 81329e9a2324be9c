import type { FactKind } from '../../facts/fact-kind.ts'
import { factKinds, otherFactNames } from '../../facts/kinds.ts'
import type { MissingDay } from '../../insight/missing.ts'
import type { FailedImport } from '../../ledger/failed-imports.ts'
import { longestFinalAfterDays, type RulesByNetwork } from '../../ledger/finality.ts'
import { figuresOf } from '../../publishers/principal.ts'
import { largestEntryId } from '../../use-cases/fields.ts'
import { findMissing } from '../../use-cases/insight/find-missing.ts'
import { listImportsWithin } from '../../use-cases/list-account-imports.ts'
import { type ReadFreshness, readFreshness } from '../../use-cases/report/read-freshness.ts'
import { formatDay } from '../../values/day.ts'
import { formatMicros } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { wordProblem } from '../../wording/word-problem.ts'
import { wordRefusal } from '../../wording/word-refusal.ts'
import { daysOfQuery, refuseBadRange } from '../parameters/day-range.ts'
import { queryErrors, refuseBadQuery } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { ofAccount } from './route-table.ts'
import { dashboardVocabulary } from './vocabulary.ts'
import { freshnessQuery, importsQuery } from './wire-schema.ts'

/** Reads of freshness are short. */
const untilDone = new AbortController().signal

/** Freshness and imports. */
export const historyRoutes = (services: DashboardServices) => ({
  'GET /freshness': ofAccount({
    needs: 'read',
    query: freshnessQuery,
    answer: async ({ request, principal, query, askShort }) => {
      const { finality, settings, today } = services
      const scope = figuresOf(principal)
      const days = daysOfQuery(query)
      refuseBadRange(days, queryErrors(request), settings.maxRangeDays)
      const rules = await finality.all(scope.account)
      const asked = { scope, days, rules, today: today() }
      const read = (kind: FactKind) => readFreshness(services, { kind, ...asked })
      const [[networks, ...others], missing] = await askShort(async () => {
        const names = ['figures', ...otherFactNames] as const
        const all = await Promise.all(names.map((name) => read(factKinds[name])))
        const lacking = all[0]!.days.filter(({ status }) => status === 'missing')
        if (lacking.length === 0) return [all, []]
        const span = { firstDay: lacking[0]!.day, lastDay: lacking.at(-1)!.day }
        return [all, await findMissing(services, principal, span, untilDone)]
      })
      return {
        start_date: formatDay(days.firstDay),
        end_date: formatDay(days.lastDay),
        networks: freshnessBody(networks!, rules, missing),
        // Their sources take the place of networks.
        others: otherFactNames.flatMap((kind, nth) =>
          freshnessBody(others[nth]!, rules, null).map((one) => ({ kind, ...one })),
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

/** @param missing the days that have an expected revenue; null where figures have no revenue */
function freshnessBody(
  found: ReadFreshness,
  rules: RulesByNetwork,
  missing: readonly MissingDay[] | null,
) {
  const expected = new Map(missing?.map((one) => [`${one.day} ${one.network}`, one.expectedMicros]))
  return found.networks.map((network) => ({
    network,
    final_after_days: longestFinalAfterDays(rules.get(network)),
    days: found.days
      .filter((one) => one.network === network)
      .map(({ day, status, lastChangeAtMs }) => {
        const micros = expected.get(`${day} ${network}`) ?? null
        return {
          status,
          last_change_at: lastChangeAtMs === null ? null : formatInstant(lastChangeAtMs),
          // In the account's currency.
          ...(status === 'missing' &&
            missing && { expected: micros === null ? null : formatMicros(micros) }),
        }
      }),
  }))
}
