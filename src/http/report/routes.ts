import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { figuresOf } from '../../publishers/principal.ts'
import { VisibleApps } from '../../records/visible-apps.ts'
import type { GivenParameters } from '../../reporting/question/given-values.ts'
import { readQuestion } from '../../reporting/question/read-question.ts'
import { dataDescription } from '../../use-cases/report/data-description.ts'
import { seenValues } from '../../use-cases/report/ledger-memory.ts'
import { negotiateFormat } from '../answer/negotiate-format.ts'
import { jsonPieces, sendReport } from '../answer/send-report.ts'
import { principalOf } from '../plugins/guard.ts'
import type { ReportServices } from '../services.ts'
import { answerQuestion } from './answer-question.ts'
import { describedGet, describedPost, describedSchema } from './describe-routes.ts'
import { formats, mediaTypes } from './formats.ts'
import { bodyParameters, queryParameters } from './given-parameters.ts'
import { refuseOthers } from './refuse-others.ts'

const path = '/api/v2/publisher/report'
const methods = ['GET', 'HEAD', 'POST']
const byKey = { needs: 'read', developerIsOptional: true } as const
/** A thousand values of every filter fit. */
const maxBodyBytes = 1_048_576

const listedFormats = Object.entries(formats).map(([name, { mediaType }]) => ({
  name,
  media_type: mediaType,
}))

/** Any figures in one request: the report endpoint and its description. */
export function reportRoutes(app: FastifyInstance, services: ReportServices): void {
  const answer = async (request: FastifyRequest, reply: FastifyReply, given: GivenParameters) => {
    const { question, format } = readQuestion(given, services.settings.maxRangeDays, services.today)
    return answerQuestion(request, reply, services, {
      principal: principalOf(request),
      by: 'key',
      question,
      format: format ?? negotiateFormat(request.headers.accept, mediaTypes),
    })
  }

  app.get(path, { config: { ...byKey, methods, openapi: describedGet } }, (request, reply) =>
    answer(request, reply, queryParameters(request)),
  )

  app.post(
    path,
    {
      config: { ...byKey, methods, openapi: describedPost },
      bodyLimit: maxBodyBytes,
    },
    (request, reply) => answer(request, reply, bodyParameters(request)),
  )

  app.get(
    `${path}/schema`,
    { config: { ...byKey, openapi: describedSchema } },
    async (request, reply) => {
      const principal = principalOf(request)
      refuseOthers(request)
      const { apps, figures } = services
      const { account } = principal
      const visible = new VisibleApps(apps, principal)
      const { version } = await figures.states.of(account.id)
      return sendReport(request, reply, {
        principal,
        contentType: 'application/json; charset=utf-8',
        cacheable: true,
        version: `${version} ${await visible.version()} ${account.id} ${account.currency}`,
        question: `${path}/schema`,
        body: async () => {
          const listed = await visible.listed()
          const seen = await seenValues(services, figuresOf(principal))
          const matchesVersion = (await figures.states.of(account.id)).version === version
          return {
            matchesVersion,
            pieces: jsonPieces({
              ...dataDescription(listed, seen, account.currency),
              formats: listedFormats,
            }),
          }
        },
      })
    },
  )
}
