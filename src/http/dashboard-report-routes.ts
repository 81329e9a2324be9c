import type { FastifyInstance } from 'fastify'
import { readQuestion } from '../reporting/question/read-question.ts'
import { principalOf } from './plugins/guard.ts'
import { answerQuestion } from './report/answer-question.ts'
import { answerCitation } from './report/citation-routes.ts'
import { queryParameters } from './report/given-parameters.ts'
import type { ReportServices } from './services.ts'

/** The report endpoint and citations for signed-in users: the same parameters, and the same answers. */
export function dashboardReportRoutes(app: FastifyInstance, services: ReportServices): void {
  app.get('/dashboard/api/report', { config: { needs: 'read' } }, async (request, reply) => {
    const { today, settings } = services
    const given = queryParameters(request)
    const { question, format } = readQuestion(given, settings.maxRangeDays, today)
    return answerQuestion(request, reply, services, {
      principal: principalOf(request),
      by: 'session',
      question,
      format: format ?? 'json',
    })
  })

  app.get('/dashboard/api/citations/:citation', { config: { needs: 'read' } }, (request, reply) =>
    answerCitation(request, reply, services),
  )
}
