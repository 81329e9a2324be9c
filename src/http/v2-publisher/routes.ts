import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { VisibleApps } from '../../records/visible-apps.ts'
import { runReport } from '../../reporting/run-report.ts'
import { atState, stateFor } from '../../reporting/state-of-request.ts'
import { once } from '../../values/once.ts'
import { sendReport } from '../answer/send-report.ts'
import { jsonAnswer, keptAnswers, type RouteDescription } from '../openapi/description.ts'
import { refuseMisplaced } from '../parameters/misplaced-parameters.ts'
import { callerOf, principalOf } from '../plugins/guard.ts'
import { queryErrors, splitLists } from '../plugins/read-query.ts'
import type { ReportServices } from '../services.ts'
import { applications, figuresSchema as figuresAnswer } from './answer-schema.ts'
import { applicationsBody } from './applications-body.ts'
import { statsBody } from './stats-body.ts'
import { selectApps, statsText, toReportRequest, toStatsQuestion } from './to-request.ts'
import { applicationsAdvice, applicationsQuery, statsQuery } from './wire-schema.ts'

const json = 'application/json; charset=utf-8'

const describedApplications: RouteDescription = {
  operationId: 'listApplications',
  tag: 'Figures',
  summary: "The account's apps",
  responses: keptAnswers(jsonAnswer('The apps that the key sees, by name.', applications)),
  problems: ['bad_parameters'],
}

const describedFigures: RouteDescription = {
  operationId: 'getFigures',
  tag: 'Figures',
  summary: 'Figures of all apps, of selected apps, or by network, format or country',
  description:
    'Without a selector: a sum for each app. With `group_by`: a sum for each group. Otherwise, for apps selected by `app_id`, `app_store_id`, `app_bundle_id` or `android_package`: every day, network, format and country.',
  responses: keptAnswers(jsonAnswer('The figures.', figuresAnswer)),
  problems: [
    ...(['bad_parameters', 'history_compacted', 'unknown_app'] as const),
    ...(['figure_too_large', 'answer_too_large'] as const),
  ],
}

/** Apps and their figures in V2. */
export function v2PublisherRoutes(app: FastifyInstance, services: ReportServices): void {
  const { apps, figures, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const path = '/api/v2/publisher/applications'

  routes.get(
    path,
    {
      config: { needs: 'read', openapi: describedApplications },
      schema: { querystring: applicationsQuery },
      attachValidation: true,
    },
    async (request, reply) => {
      const caller = callerOf(request)
      refuseMisplaced(request.query, applicationsQuery, applicationsAdvice)
      const today = services.today()
      const visible = new VisibleApps(apps, caller.principal)
      const hasKey = caller.linkKey !== null
      return sendReport(request, reply, {
        principal: caller.principal,
        contentType: json,
        cacheable: !hasKey,
        ...(!hasKey && { question: `applications ${caller.principal.account.username}` }),
        version: `${await visible.version()} ${today} ${settings.baseUrl()}`,
        body: async () => ({
          matchesVersion: true,
          pieces: applicationsBody(await visible.listed(), caller, settings.baseUrl(), today),
        }),
      })
    },
  )

  routes.get(
    `${path}/stats`,
    {
      config: { needs: 'read', openapi: describedFigures },
      schema: { querystring: statsQuery },
      attachValidation: true,
      preValidation: splitLists,
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const question = toStatsQuestion(request.query, queryErrors(request), settings.maxRangeDays)
      const { account } = principal
      const state = await stateFor(figures, account.id, question.asOfMs)
      const visible = new VisibleApps(apps, principal)
      const version = `${state.version} ${await visible.version()} ${account.id}`
      const select = once(() => selectApps(question.selector, visible))
      return sendReport(request, reply, {
        principal,
        contentType: json,
        cacheable: true,
        version,
        question: `stats ${principal.account.currency} ${statsText(question)}`,
        check: select,
        body: async (signal, opened) => {
          const selected = await select()
          const report = atState(toReportRequest(question, principal, selected), state)
          const rows = opened.use(await runReport(report, figures, signal))
          const pieces = statsBody(rows, question, selected, principal.account)
          return { matchesVersion: rows.version === state.version, pieces }
        },
      })
    },
  )
}
