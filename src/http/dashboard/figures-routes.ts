import { VisibleApps } from '../../records/visible-apps.ts'
import { runReport } from '../../reporting/run-report.ts'
import { atState } from '../../reporting/state-of-request.ts'
import { jsonPieces, sendReport } from '../answer/send-report.ts'
import { queryErrors } from '../plugins/read-query.ts'
import type { DashboardServices } from '../services.ts'
import type { DashboardRequest } from './dashboard-request.ts'
import { figuresBody } from './figures-body.ts'
import { groupDays } from './group-days.ts'
import { groupKeys } from './group-keys.ts'
import type { Route } from './route-table.ts'
import { type AccountMembers, accountMembers } from './session-cookie.ts'
import { figuresText, toDashboardFiguresQuestion } from './to-request.ts'
import { dashboardFiguresQuery } from './wire-schema.ts'

type FiguresBody = Awaited<ReturnType<typeof figuresBody>>

/** Figures of a range, for charts and tables. */
export const figuresRoutes = ({ apps, figures, settings }: DashboardServices) => ({
  'GET /figures': {
    needs: 'read',
    query: dashboardFiguresQuery,
    answer: async ({
      request,
      reply,
      query,
      principal,
    }: DashboardRequest<typeof dashboardFiguresQuery>) => {
      const state = await figures.states.of(principal.account.id)
      const visible = new VisibleApps(apps, principal)
      const version = `${state.version} ${await visible.version()}`
      const ever = await visible.ever()
      const known = ever.filter(({ endedBy }) => endedBy === undefined)
      const { maxRangeDays } = settings
      const question = toDashboardFiguresQuestion(
        query,
        queryErrors(request),
        principal,
        known,
        maxRangeDays,
      )
      const { by, days, report } = question
      const keyAt = groupKeys(by, ever)
      return sendReport(request, reply, {
        principal,
        contentType: 'application/json; charset=utf-8',
        cacheable: false,
        isTagged: false,
        version,
        question: `figures ${JSON.stringify(accountMembers(principal))} ${figuresText(query)}`,
        body: async (signal) => {
          await using rows = await runReport(atState(report, state), figures, signal)
          const body = await figuresBody(await groupDays(rows, days.firstDay, keyAt), days)
          const pieces = jsonPieces({ ...accountMembers(principal), ...body })
          return { matchesVersion: rows.version === state.version, pieces }
        },
      })
    },
  } as Route<AccountMembers & FiguresBody>,
})
