import type { FastifyInstance, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AuditRecord } from '../../audit/audit-event.ts'
import type { Account } from '../../publishers/account.ts'
import type { StoredQuestion } from '../../publishers/report-link.ts'
import { VisibleApps } from '../../publishers/visible-apps.ts'
import { runReport } from '../../reporting/run-report.ts'
import { addDays, type Day, formatDay, parseDay } from '../../values/day.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { sendReport } from '../answer/send-report.ts'
import { keptAnswers, type RouteDescription } from '../openapi/description.ts'
import { actorOf } from '../plugins/actor.ts'
import { guardWithLinks } from '../plugins/authenticate.ts'
import { type Caller, callerOf } from '../plugins/guard.ts'
import type { ReportServices } from '../services.ts'
import { figures as figuresAnswer } from './answer-schema.ts'
import { statsCsv } from './csv-body.ts'
import { statsBody } from './stats-body.ts'
import { type StatsQuestion, selectApps, toReportRequest, toStatsQuestion } from './to-request.ts'
import type { StatsQuery } from './wire-schema.ts'

/** What {@link guardWithLinks} finds. */
type LinkCaller = Required<Caller>

const described: RouteDescription = {
  operationId: 'openReportLink',
  tag: 'Report links',
  summary: 'The answer to a stored question',
  description: 'The link decides everything, also JSON or CSV. Parameters are refused.',
  responses: keptAnswers({
    description: 'The answer, in the format that the link was made with.',
    content: { 'application/json': figuresAnswer, 'text/csv': Type.String() },
  }),
  problems: ['bad_parameters', 'unknown_report', 'unknown_app', 'figure_too_large', 'rate_limited'],
}

/** Report links: each answers the one question that it stores. */
export async function linkRoutes(app: FastifyInstance, services: ReportServices): Promise<void> {
  const { apps, audit, figures, settings, today } = services
  // The address is the secret: no site may learn it from a visitor, and no search engine list it.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
  })

  guardWithLinks(app, services)

  app.get(
    '/shared/reports/:token',
    { config: { needs: 'link', openapi: described } },
    async (request, reply) => {
      const { principal, question } = callerOf(request) as LinkCaller
      refuseParameters(request)
      const asked = readQuestion(question, today(), settings.maxRangeDays)
      const { firstDay, lastDay } = asked.days
      const span = { first_day: formatDay(firstDay), last_day: formatDay(lastDay) }
      const selected = await selectApps(asked.selector, new VisibleApps(apps, principal))
      const figuresVersion = await figures.version()
      const csv = question.format === 'csv'
      return sendReport(request, reply, {
        principal,
        contentType: csv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
        cacheable: true,
        version: `${figuresVersion} ${await apps.version()} ${JSON.stringify(span)}`,
        body: async (signal, opened) => {
          const report = toReportRequest(asked, principal, selected)
          const rows = opened.use(await runReport(report, figures, signal))
          const matchesVersion = rows.version === figuresVersion
          const { account, name } = principal
          if (!csv) return { matchesVersion, pieces: statsBody(rows, asked, selected, account) }
          await audit.record(actorOf(request, 'link', name), [exportOf(account, span)])
          return { matchesVersion, pieces: statsCsv(rows, asked, selected, account) }
        },
      })
    },
  )
}

/** @throws Problem `bad_parameters` naming every parameter, because the answer would ignore it */
function refuseParameters({ query }: FastifyRequest): void {
  const message = 'is not accepted: a report link answers only its own question'
  const errors = Object.keys(query as object).map((parameter) => ({ parameter, message }))
  if (errors.length > 0) throw badParameters(errors)
}

/** @throws Problem `unknown_report` when another version of Adtally stored the question */
function readQuestion(
  { family, parameters }: StoredQuestion,
  today: Day,
  maxRangeDays: number,
): StatsQuestion {
  if (family !== 'stats') {
    throw new Problem('unknown_report', 'This link was made by another version of Adtally.')
  }
  const {
    days,
    start_date: start,
    end_date: end,
    ...filters
  } = parameters as Record<string, string>
  const fixed = { start_date: parseDay(start ?? ''), end_date: parseDay(end ?? '') }
  const last = { start_date: addDays(today, -Number(days)), end_date: addDays(today, -1) }
  const query = { ...filters, ...(days === undefined ? fixed : last) } as unknown as StatsQuery
  return toStatsQuestion(query, [], maxRangeDays)
}

/** A CSV of figures as the audit log has it. */
const exportOf = (
  { username }: Account,
  span: { readonly first_day: string; readonly last_day: string },
): AuditRecord => ({ action: 'figures_exported', account: username, facts: span })
