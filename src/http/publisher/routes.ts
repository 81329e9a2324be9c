import type { TypeBoxTypeProvider } from '@fastify/type-provider-typebox'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AuditRecord } from '../../audit/audit-event.ts'
import type { Account } from '../../publishers/account.ts'
import type { App } from '../../publishers/app.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import { runReport } from '../../reporting/run-report.ts'
import { atState, stateFor } from '../../reporting/state-of-request.ts'
import { type DaySpan, formatDay } from '../../values/day.ts'
import { once } from '../../values/once.ts'
import { Problem } from '../answer/problems.ts'
import { sendReport } from '../answer/send-report.ts'
import {
  type AnswerDescription,
  jsonAnswer,
  keptAnswers,
  type RouteDescription,
} from '../openapi/description.ts'
import { asOfRequest } from '../parameters/as-of.ts'
import { refuseMisplaced } from '../parameters/misplaced-parameters.ts'
import { actorOf } from '../plugins/actor.ts'
import { type Caller, callerOf } from '../plugins/guard.ts'
import { queryErrors, queryStringOf, splitLists } from '../plugins/read-query.ts'
import type { ReportServices } from '../services.ts'
import { dailyFigures, index } from './answer-schema.ts'
import { csvBody } from './csv-body.ts'
import type { FiguresQuestion } from './figures-question.ts'
import { gameIdentifier, gameMembers, gameUrl } from './game.ts'
import { gameDays } from './game-days.ts'
import { indexBody } from './index-body.ts'
import { gameBody, gamesBody } from './json-body.ts'
import { selectGame, toFiguresQuestion, toReportRequest } from './to-request.ts'
import { appPath, figuresQuery, indexAdvice, indexQuery, publisherPath } from './wire-schema.ts'

const root = '/api/publisher'
const tag = 'Earlier interface'

const describedIndex: RouteDescription = {
  operationId: 'getPublisherIndex',
  tag,
  summary: 'URL templates, and with a key the links of each app',
  responses: { 200: jsonAnswer('The index.', index) },
  problems: ['bad_parameters'],
}

const daily: AnswerDescription = {
  description: 'The figures, as JSON or CSV.',
  content: { 'application/json': dailyFigures, 'text/csv': Type.String() },
}

const describedAll: RouteDescription = {
  operationId: 'getDailyFigures',
  tag,
  summary: 'Figures of all apps, day by day',
  responses: {
    ...keptAnswers(daily),
    302: {
      description: 'Without days: to the same address with today as both days.',
      headers: { Location: 'That address.' },
    },
  },
  problems: ['bad_parameters', 'history_compacted', 'figure_too_large', 'answer_too_large'],
}

const describedOne: RouteDescription = {
  operationId: 'getDailyFiguresOfApp',
  tag,
  summary: 'Figures of one app, day by day; today when there are no days',
  responses: keptAnswers(daily),
  problems: [
    ...(['bad_parameters', 'history_compacted', 'unknown_app', 'not_found'] as const),
    ...(['figure_too_large', 'answer_too_large'] as const),
  ],
}

/** The earlier publisher interface: its index, all apps of a publisher, and one app. */
export function publisherRoutes(app: FastifyInstance, services: ReportServices): void {
  const { settings } = services
  const routes = app.withTypeProvider<TypeBoxTypeProvider>()
  const read = { attachValidation: true, preValidation: splitLists } as const

  routes.get(
    root,
    {
      schema: { querystring: indexQuery },
      ...read,
      config: { needs: 'read', answersAnyone: true, openapi: describedIndex },
    },
    async (request, reply) => {
      const { caller } = request
      refuseMisplaced(request.query, indexQuery, indexAdvice)
      reply.header('cache-control', caller?.linkKey == null ? 'private' : 'no-store')
      return indexBody(settings.baseUrl(), caller && (await gameLinks(caller, services)))
    },
  )

  routes.get(
    `${root}/:username`,
    {
      schema: { params: publisherPath, querystring: figuresQuery },
      ...read,
      config: { needs: 'read', openapi: describedAll },
    },
    async (request, reply) => {
      const caller = callerOf(request)
      const question = toFiguresQuestion(
        request.query,
        queryErrors(request),
        null,
        settings.maxRangeDays,
      )
      if (!question.days) return redirectToToday(request, reply, caller, services)
      return sendFigures(request, reply, question, question.days, null, caller, services)
    },
  )

  routes.get(
    `${root}/:username/:platform/:identifier`,
    {
      schema: { params: appPath, querystring: figuresQuery },
      ...read,
      config: { needs: 'read', openapi: describedOne },
    },
    async (request, reply) => {
      const { platform, identifier } = request.params
      const caller = callerOf(request)
      if (platform !== 'android' && platform !== 'ios') {
        throw new Problem('not_found', 'The platform in the path must be android or ios.')
      }
      const question = toFiguresQuestion(
        request.query,
        queryErrors(request),
        platform,
        settings.maxRangeDays,
      )
      const visible = new VisibleApps(services.apps, caller.principal)
      const game = {
        path: `${platform} ${identifier}`,
        find: once(() => selectGame(platform, identifier, question.amazon, visible)),
      }
      const today = { firstDay: services.today(), lastDay: services.today() }
      const days = question.days ?? today
      return sendFigures(request, reply, question, days, game, caller, services)
    },
  )
}

async function gameLinks({ principal, linkKey }: Caller, services: ReportServices) {
  const { account } = principal
  const { apps, settings } = services
  const today = formatDay(services.today())
  return (await new VisibleApps(apps, principal).listed()).map((game) => ({
    ...gameMembers(game),
    url: gameUrl(game, {}, account.username, linkKey, settings.baseUrl()).join(today),
  }))
}

/** Redirects a request for all apps without days to the same URL with today as both days. */
function redirectToToday(
  request: FastifyRequest,
  reply: FastifyReply,
  { principal: { account }, linkKey }: Caller,
  { settings, today }: ReportServices,
) {
  const query = new URLSearchParams(queryStringOf(request.url))
  for (const name of ['start_date', 'end_date']) query.set(name, formatDay(today()))
  const location = `${settings.baseUrl()}${root}/${encodeURIComponent(account.username)}?${query}`
  reply.header('cache-control', linkKey === null ? 'private' : 'no-store')
  return reply.redirect(location, 302)
}

/** The app in a path. */
interface AskedGame {
  readonly path: string
  readonly find: () => Promise<App>
}

async function sendFigures(
  request: FastifyRequest,
  reply: FastifyReply,
  question: FiguresQuestion,
  days: DaySpan,
  asked: AskedGame | null,
  { principal, linkKey }: Caller,
  { apps, audit, figures, settings, today }: ReportServices,
) {
  const { csv, creativeType, network } = question
  const { account } = principal
  const visible = new VisibleApps(apps, principal)
  const baseUrl = settings.baseUrl()
  const state = await stateFor(figures, account.id, asOfRequest(question.asOf).asOfMs)
  const version = `${state.version} ${await visible.version()} ${account.id} ${today()} ${baseUrl}`
  const past = {
    firstDay: days.firstDay,
    lastDay: Math.min(days.lastDay, today()) as DaySpan['lastDay'],
  }
  const hasKey = !csv && linkKey !== null
  const findGame = async () => (asked ? asked.find() : null)
  if (csv) {
    const file = `${fileName(account.username, await findGame())}-${formatDay(days.firstDay)}-${formatDay(days.lastDay)}.csv`
    reply.header('content-disposition', `attachment; filename="${file}"`)
  }
  return sendReport(request, reply, {
    principal,
    contentType: csv ? 'text/csv; charset=utf-8' : 'application/json; charset=utf-8',
    cacheable: !hasKey,
    version,
    ...(!hasKey && { question: JSON.stringify([account.username, asked?.path, days, question]) }),
    check: findGame,
    ...(csv && {
      record: async () =>
        audit.record(actorOf(request, 'key', principal.name), [
          exportOf(account, days, await findGame()),
        ]),
    }),
    body: async (signal, opened) => {
      const game = await findGame()
      const report = atState(toReportRequest(question, past, principal, game), state)
      const rows = opened.use(await runReport(report, figures, signal))
      const segmented = creativeType !== undefined || network !== undefined
      const oneApp = game !== null && (csv || !segmented)
      const withFigures = new Set(rows.totals.map(({ codes }) => codes.app))
      const games = oneApp
        ? [game]
        : (game ? [game] : await visible.ever()).filter(({ key }) => withFigures.has(key))
      const perDay = gameDays(rows, games, past)
      const matchesVersion = rows.version === state.version
      if (csv) return { matchesVersion, pieces: csvBody(perDay, games) }
      const answer = {
        games,
        segmented,
        echo: {
          start_date: formatDay(days.firstDay),
          end_date: formatDay(days.lastDay),
          ...(creativeType && { creative_type: creativeType }),
        },
        urls: games.map((each) => gameUrl(each, question, account.username, linkKey, baseUrl)),
      }
      const pieces = oneApp ? gameBody(perDay, answer) : gamesBody(perDay, answer)
      return { matchesVersion, pieces }
    },
  })
}

/** A CSV of figures as the audit log has it. */
function exportOf({ username }: Account, days: DaySpan, game: App | null): AuditRecord {
  const span = { first_day: formatDay(days.firstDay), last_day: formatDay(days.lastDay) }
  const facts = { ...span, ...(game && { app_id: game.appId }) }
  return { action: 'figures_exported', account: username, facts }
}

/** The name of a downloaded file; only characters that every system accepts. */
function fileName(username: string, game: App | null): string {
  const subject = game ? `${username}-${gameIdentifier(game)}` : username
  return `adtally-${subject.replace(/[^A-Za-z0-9._-]/g, '_')}`
}
