import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { hasPage, type StoredQuestion } from '../publishers/report-link.ts'
import { QuestionError } from '../reporting/question/question-error.ts'
import { filterParameter, type QuestionFilter } from '../reporting/question/report-question.ts'
import { readStoredQuestion } from '../use-cases/report/stored-question.ts'
import type { Day } from '../values/day.ts'
import { pageOfLink } from '../values/page-paths.ts'
import { badParameters, Problem } from './answer/problems.ts'
import type { RouteDescription } from './openapi/description.ts'
import { isForReading } from './plugins/answer-problems.ts'
import { guardWithLinks } from './plugins/authenticate.ts'
import { type Caller, callerOf } from './plugins/guard.ts'
import { answerQuestion } from './report/answer-question.ts'
import { reportAnswers } from './report/describe-routes.ts'
import { linkStatusRoutes } from './report/status-routes.ts'
import type { ImportServices, ReportServices } from './services.ts'

/** The caller that {@link guardWithLinks} finds. */
type LinkCaller = Required<Caller>

const described: RouteDescription = {
  operationId: 'openReportLink',
  tag: 'Report links',
  summary: 'The answer to a stored question',
  description: 'The link decides everything, also the format. Parameters are refused.',
  responses: {
    ...reportAnswers,
    200: {
      description: 'The answer, in the format that the link was made with.',
      headers: {
        ...reportAnswers[200]?.headers,
        'Adtally-Link': "The link's account and name, as a query.",
        'Adtally-Filters': 'The filters of the report endpoint that its figures have, as a query.',
      },
      content: reportAnswers[200]?.content ?? {},
    },
    303: {
      description: 'The page of a JSON link, for browsers (`Accept: text/html`).',
    },
    206: { description: 'A range of a Parquet file.', content: reportAnswers[200]?.content ?? {} },
  },
  problems: [
    'bad_parameters',
    'forbidden',
    'unknown_report',
    'history_compacted',
    'unknown_app',
    'figure_too_large',
    'answer_too_large',
    'rate_limited',
    'range_not_satisfiable',
  ],
}

/** Report links: each answers the one question that it stores. */
export async function linkRoutes(app: FastifyInstance, services: ImportServices): Promise<void> {
  // The address is the secret: no site may learn it from a visitor, and no search engine list it.
  app.addHook('onRequest', async (_request, reply) => {
    reply.header('referrer-policy', 'no-referrer').header('x-robots-tag', 'noindex, nofollow')
  })

  guardWithLinks(app, services)
  const { today, settings } = services
  linkStatusRoutes(
    app,
    services,
    (stored) => readStored(stored, today(), settings.maxRangeDays).question,
  )

  app.get(
    '/shared/reports/:token',
    { config: { needs: 'link', openapi: described } },
    async (request, reply) => {
      const caller = callerOf(request) as LinkCaller
      refuseParameters(request)
      if (caller.question.family === 'stats') throw answersNoMore()
      if (hasPage(caller.question) && isForReading(request)) {
        return reply.header('vary', 'Accept').redirect(pageOfLink(request.url), 303)
      }
      const { account, name } = caller.principal
      reply.header('adtally-link', String(new URLSearchParams({ account: account.username, name })))
      return answerReport(request, reply, caller, services)
    },
  )
}

/** @throws Problem `bad_parameters` naming every parameter, because the answer would ignore it */
function refuseParameters({ query }: FastifyRequest): void {
  const message = 'is not accepted: a report link answers only its own question'
  const errors = Object.keys(query as object).map((parameter) => ({ parameter, message }))
  if (errors.length > 0) throw badParameters(errors)
}

const answersNoMore = (): Problem =>
  new Problem(
    'unknown_report',
    'This link was made for V2, which report links do not answer any more. Ask its owner for a new one: adtally links create USERNAME NAME --days last_7 --dimensions app_id',
  )

const otherVersion = (cause: unknown): Problem =>
  new Problem('unknown_report', 'This link was made by another version of Adtally.', { cause })

/** Answers a stored question to the report endpoint. */
async function answerReport(
  request: FastifyRequest,
  reply: FastifyReply,
  { principal, question: stored }: LinkCaller,
  services: ReportServices,
): Promise<FastifyReply> {
  const { today, settings } = services
  const asked = readStored(stored, today(), settings.maxRangeDays)
  const { filters } = asked.question
  if (filters.length > 0) reply.header('adtally-filters', filtersText(filters))
  return answerQuestion(request, reply, services, { principal, by: 'link', ...asked })
}

/** Longer lists of values are only counted: they would not fit into a header. */
const maxFiltersLength = 4_000

/** The filters of a question as a query, for people who see only its figures. */
function filtersText(filters: readonly QuestionFilter[]): string {
  const written = (valuesOf: (filter: QuestionFilter) => string) =>
    String(
      new URLSearchParams(
        filters.map((one): [string, string] => [filterParameter(one), valuesOf(one)]),
      ),
    )
  const whole = written(({ values }) => values.join())
  return whole.length <= maxFiltersLength
    ? whole
    : written(({ values }) => `${values.length} values`)
}

/** @throws Problem `unknown_report` when another version of Adtally stored the question */
function readStored(stored: StoredQuestion, today: Day, maxRangeDays: number) {
  try {
    return readStoredQuestion(stored, today, maxRangeDays)
  } catch (error) {
    throw error instanceof QuestionError ? otherVersion(error) : error
  }
}
