import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { factKinds } from '../../facts/kinds.ts'
import { figuresOf, scopeText } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import { isOfScope, readChangeCursor } from '../../use-cases/report/change-cursor.ts'
import { readFreshness } from '../../use-cases/report/read-freshness.ts'
import { formatDay } from '../../values/day.ts'
import { formatInstant } from '../../values/instant.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { jsonPieces, sendReport } from '../answer/send-report.ts'
import { jsonAnswer, keptAnswers, type RouteDescription } from '../openapi/description.ts'
import { misplacedParameters } from '../parameters/misplaced-parameters.ts'
import { principalOf } from '../plugins/guard.ts'
import { queryErrors } from '../plugins/read-query.ts'
import type { ReportServices } from '../services.ts'
import { changes as changesAnswer, freshness as freshnessAnswer } from './answer-schema.ts'
import { changesBody } from './changes-body.ts'
import { freshnessDays } from './freshness-days.ts'
import { changesAdvice, changesQuery, freshnessAdvice, freshnessQuery } from './wire-schema.ts'

const contentType = 'application/json; charset=utf-8'
const defaultLimit = 200

const describedChanges: RouteDescription = {
  operationId: 'listChanges',
  tag: 'Changes and freshness',
  summary: 'What changed since a cursor',
  responses: keptAnswers(jsonAnswer('Changes, in the order they happened.', changesAnswer)),
  problems: ['bad_parameters', 'cursor_expired'],
}

const describedFreshness: RouteDescription = {
  operationId: 'getFreshness',
  tag: 'Changes and freshness',
  summary: 'How final each day of each network is',
  description: 'With another `kind`, of each of its sources or channels instead.',
  responses: keptAnswers(jsonAnswer('A record for each day and network.', freshnessAnswer)),
  problems: ['bad_parameters'],
}

/** Changes of figures, and freshness of facts, in V2. */
export function historyRoutes(app: FastifyInstance, services: ReportServices): void {
  const { apps, figures, ledger, finality, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const root = '/api/v2/publisher'

  routes.get(
    `${root}/changes`,
    {
      config: { needs: 'read', openapi: describedChanges },
      schema: { querystring: changesQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const errors = [
        ...queryErrors(request),
        ...misplacedParameters(request.query, changesQuery, changesAdvice),
      ]
      const { since, limit = defaultLimit } = request.query
      const cursor = since === undefined ? null : readChangeCursor(since)
      if (typeof since === 'string' && cursor === null) {
        const message = 'is not a cursor of this list: pass the next_cursor of an earlier answer'
        errors.push({ parameter: 'since', message })
      }
      if (errors.length > 0) throw badParameters(errors)
      const generation = await ledger.generation()
      if (cursor && cursor.generation !== generation) {
        throw new Problem(
          'cursor_expired',
          'The figures were restored from a backup after this cursor was made. Read all changes again: leave out since.',
        )
      }
      const scope = principal.apps && scopeText(principal)
      if (cursor && !isOfScope(cursor, scope)) {
        throw new Problem(
          'cursor_expired',
          'This cursor was made for other apps than the key sees. Read all changes again: leave out since.',
        )
      }
      const after = cursor?.position ?? null
      const { version } = await figures.states.of(principal.account.id)
      return sendReport(request, reply, {
        principal,
        contentType,
        cacheable: true,
        version: `${version} ${await new VisibleApps(apps, principal).version()} ${principal.account.id}`,
        body: async () => {
          // An extra change tells whether there is another page.
          const changes = await ledger.changes(figuresOf(principal), after, limit + 1)
          const matchesVersion = (await figures.states.of(principal.account.id)).version === version
          const keys = new Set(changes.map(({ position }) => position.app))
          const known = await apps.byKeys([...keys])
          return {
            matchesVersion,
            pieces: changesBody(changes, limit, after, known, { generation, scope }),
          }
        },
      })
    },
  )

  routes.get(
    `${root}/freshness`,
    {
      config: { needs: 'read', openapi: describedFreshness },
      schema: { querystring: freshnessQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const errors = [
        ...queryErrors(request),
        ...misplacedParameters(request.query, freshnessQuery, freshnessAdvice),
      ]
      const today = services.today()
      const days = freshnessDays(request.query, errors, today, settings.maxRangeDays)
      const kind = factKinds[request.query.kind ?? 'figures']
      const label = kind === factKinds.figures ? 'ad_network' : kind.sliceLabel
      const rules = await finality.all(principal.account.id)
      const { version } = await figures.states.of(principal.account.id)
      return sendReport(request, reply, {
        principal,
        contentType,
        cacheable: true,
        version: `${version} ${principal.account.id} ${today} ${JSON.stringify([...rules])}`,
        body: async () => {
          const scope = figuresOf(principal)
          const found = await readFreshness(services, { kind, scope, days, today, rules })
          const data = found.days.map((one) => ({
            date: formatDay(one.day),
            [label]: one.network,
            status: one.status,
            last_change_at: one.lastChangeAtMs === null ? null : formatInstant(one.lastChangeAtMs),
            final_after_days: one.finalAfterDays,
          }))
          const matchesVersion = (await figures.states.of(principal.account.id)).version === version
          return { matchesVersion, pieces: jsonPieces({ data }) }
        },
      })
    },
  )
}
