import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance } from 'fastify'
import { VisibleApps } from '../../publishers/visible-apps.ts'
import { runReport } from '../../reporting/run-report.ts'
import { atState } from '../../reporting/state-of-request.ts'
import { jsonPieces, sendReport } from '../answer/send-report.ts'
import { principalOf } from '../plugins/guard.ts'
import { queryErrors, splitLists } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import { figuresAnswer } from './answer-schema.ts'
import { figuresBody } from './figures-body.ts'
import { groupDays } from './group-days.ts'
import { groupKeys } from './group-keys.ts'
import { accountMembers } from './session-cookie.ts'
import { figuresText, toFiguresQuestion } from './to-request.ts'
import { figuresQuery } from './wire-schema.ts'

export function figuresRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { apps, figures, settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()

  routes.get(
    '/dashboard/api/figures',
    {
      config: { needs: 'read', answer: figuresAnswer },
      schema: { querystring: figuresQuery },
      attachValidation: true,
      preValidation: splitLists,
    },
    async (request, reply) => {
      const principal = principalOf(request)
      const state = await figures.states.of(principal.account.id)
      const visible = new VisibleApps(apps, principal)
      const version = `${state.version} ${await visible.version()}`
      const ever = await visible.ever()
      const known = ever.filter(({ endedBy }) => endedBy === undefined)
      const errors = queryErrors(request)
      const { maxRangeDays } = settings
      const question = toFiguresQuestion(request.query, errors, principal, known, maxRangeDays)
      const { by, days, report } = question
      const keyAt = groupKeys(by, ever)
      return sendReport(request, reply, {
        principal,
        contentType: 'application/json; charset=utf-8',
        cacheable: false,
        isTagged: false,
        version,
        question: `figures ${JSON.stringify(accountMembers(principal))} ${figuresText(request.query)}`,
        body: async (signal) => {
          await using rows = await runReport(atState(report, state), figures, signal)
          const body = await figuresBody(await groupDays(rows, days.firstDay, keyAt), days)
          const pieces = jsonPieces({ ...accountMembers(principal), ...body })
          return { matchesVersion: rows.version === state.version, pieces }
        },
      })
    },
  )
}
