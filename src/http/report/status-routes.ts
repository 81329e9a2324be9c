import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { StoredQuestion } from '../../publishers/report-link.ts'
import type { ReportQuestion } from '../../reporting/question/report-question.ts'
import { dataStatuses, type StatusView, statusOf } from '../../use-cases/status/show-status.ts'
import type { Call } from '../../use-cases/use-case.ts'
import { jsonAnswer, type RouteDescription } from '../openapi/description.ts'
import { component, day, nullable, oneOf, text } from '../openapi/members.ts'
import { actorOf } from '../plugins/actor.ts'
import { callerOf, principalOf } from '../plugins/guard.ts'
import type { ImportServices } from '../services.ts'
import { refuseOthers } from './refuse-others.ts'
import { statusBadge } from './status-badge.ts'

const whole = {
  status: oneOf(
    dataStatuses,
    '`complete` when all days up to `date` are reported; `missing` when some are not, and are not due yet; `late` when some are not though they are due.',
  ),
  date: day('Yesterday in UTC.'),
  complete_to: nullable(day('No network in use lacks its last days up to here; null without any.')),
}

const network = component('NetworkStatus', {
  network: text(),
  status: whole.status,
  last_date: day('The last day that it has reported.'),
  missing: Type.Array(Type.Object({ start_date: day(), end_date: day() }), {
    description: 'Days of the last 30 that it has not reported, in spans.',
  }),
})

const tag = 'Changes and freshness'
const maxAgeSeconds = 60

const described: RouteDescription = {
  operationId: 'showStatus',
  tag,
  summary: 'Whether the figures are whole, by network',
  responses: {
    200: jsonAnswer(
      'Of the networks in use: those that reported one of the last 30 days.',
      component('Status', { ...whole, networks: Type.Array(network) }),
    ),
  },
  problems: ['bad_parameters', 'figure_too_large'],
}

const describedOfLink: RouteDescription = {
  operationId: 'showStatusOfReportLink',
  tag,
  summary: 'Whether the figures of a report link are whole',
  description: 'Networks are not named.',
  responses: { 200: jsonAnswer('The worst of its networks.', component('LinkStatus', whole)) },
  problems: ['bad_parameters', 'unknown_report', 'figure_too_large'],
}

const describedBadge: RouteDescription = {
  operationId: 'showStatusBadge',
  tag,
  summary: 'A badge that shows whether the figures of a report link are whole',
  responses: {
    200: { description: 'An SVG.', content: { 'image/svg+xml': Type.String() } },
  },
  problems: ['bad_parameters', 'unknown_report', 'figure_too_large'],
}

/** Whether figures are whole, for keys. */
export function statusRoutes(app: FastifyInstance, services: ImportServices): void {
  app.get(
    '/status',
    { config: { needs: 'read', developerIsOptional: true, openapi: described } },
    async (request, reply) => {
      reply.header('cache-control', 'no-store')
      refuseOthers(request)
      const principal = principalOf(request)
      const call = services.callAs(actorOf(request, 'key', principal.name))
      return askStatus(request, call, statusOf(principal))
    },
  )
}

/** The same for links, without names. @param readStored reads a link's question */
export function linkStatusRoutes(
  app: FastifyInstance,
  services: ImportServices,
  readStored: (stored: StoredQuestion) => Pick<ReportQuestion, 'filters'>,
): void {
  const ask = async (request: FastifyRequest, reply: FastifyReply): Promise<StatusView> => {
    refuseOthers(request)
    reply.header('cache-control', `private, max-age=${maxAgeSeconds}`)
    const { principal, question } = callerOf(request)
    const call = services.callAs(actorOf(request, 'link', principal.name))
    return askStatus(request, call, statusOf(principal, readStored(question!).filters))
  }

  app.get(
    '/shared/reports/:token/status',
    { config: { needs: 'link', openapi: describedOfLink } },
    async (request, reply) => {
      const { networks: _, ...status } = await ask(request, reply)
      return status
    },
  )

  app.get(
    '/shared/reports/:token/badge.svg',
    { config: { needs: 'link', openapi: describedBadge } },
    async (request, reply) => {
      const badge = statusBadge(await ask(request, reply))
      return reply.type('image/svg+xml').send(badge)
    },
  )
}

const askStatus = (
  request: FastifyRequest,
  call: Call,
  useCase: ReturnType<typeof statusOf>,
): Promise<StatusView> =>
  request.server.answerQueues.askShort(principalOf(request).account.id, () => call(useCase, {}))
