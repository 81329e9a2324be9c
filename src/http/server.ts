import { randomUUID } from 'node:crypto'
import type { RequestListener } from 'node:http'
import AjvCompiler from '@fastify/ajv-compiler'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { isMonth } from '../use-cases/money/money-fields.ts'
import { isCountry } from '../values/country.ts'
import { isIdentifier } from '../values/identifier.ts'
import { AnswerQueues } from './answer/answer-queues.ts'
import { KeptBodies } from './answer/kept-bodies.ts'
import { ParquetFiles } from './answer/parquet/parquet-files.ts'
import { type Bounds, defaultBounds } from './bounds.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { sendMissing } from './dashboard/site.ts'
import { dashboardReportRoutes } from './dashboard-report-routes.ts'
import { healthRoutes } from './health.ts'
import { linkRoutes } from './link-routes.ts'
import { mcpRoutes } from './mcp/routes.ts'
import { docsRoutes } from './openapi/docs-routes.ts'
import { openApiRoutes } from './openapi/routes.ts'
import { pageRoutes } from './pages/routes.ts'
import { dayKeyword } from './parameters/day-range.ts'
import { wholeNumberKeyword } from './parameters/whole-number.ts'
import {
  answerNotFound,
  answerProblems,
  answerUnreadable,
  readBodiesOfRoutes,
  refuseAsTrace,
  type SendPage,
  sendProblem,
  toProblem,
} from './plugins/answer-problems.ts'
import { guardWithKeys } from './plugins/authenticate.ts'
import { closeConnections } from './plugins/close-connections.ts'
import { Connections } from './plugins/connections.ts'
import { measureRequests, type RequestMeter } from './plugins/measure-requests.ts'
import { declareNeeds } from './plugins/needs.ts'
import { refuseAmbiguousHost } from './plugins/one-host.ts'
import { parseQueryString, queryFormats, refuseEmptyValues } from './plugins/read-query.ts'
import { publisherRoutes } from './publisher/routes.ts'
import type { Readiness } from './readiness.ts'
import { citationRoutes } from './report/citation-routes.ts'
import { reportRoutes } from './report/routes.ts'
import { statusRoutes } from './report/status-routes.ts'
import type { PublicServices } from './services.ts'
import { unsubscribeRoutes } from './unsubscribe-routes.ts'
import { v1Routes } from './v1/routes.ts'
import { pageFormats } from './v1/wire-schema.ts'
import { changedRoutes } from './v2-publisher/changed-routes.ts'
import { historyRoutes } from './v2-publisher/history-routes.ts'
import { importRoutes } from './v2-publisher/import-routes.ts'
import { moneyRoutes } from './v2-publisher/money-routes.ts'
import { v2PublisherRoutes } from './v2-publisher/routes.ts'

/** Listeners of one process compile each schema once. Schemas are constants, so no more of them come. */
const buildValidator = AjvCompiler()

const maxHeaderBytes = 65_536

/** Changing case can turn letters of other scripts into Latin ones, so those are refused first. */
const asciiWord = /^\w+$/

/** The formats that parameter schemas may name. */
const formats = {
  ...queryFormats,
  ...pageFormats,
  country: (text: string) => asciiWord.test(text) && isCountry(text.toUpperCase()),
  month: isMonth,
  identifier: (text: string) => asciiWord.test(text) && isIdentifier(text.toLowerCase()),
}

const routedAnyway = ['/api/v1/', '/dashboard/']

/**
 * Lets the router answer undecodable URLs of the public interface and the dashboard. Fastify would
 * refuse them before the hooks that add rate-limit headers to every answer, and with a problem where
 * the dashboard has a page.
 */
function routable(url: string): string {
  if (!routedAnyway.some((prefix) => url.startsWith(prefix))) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

export interface ServerOptions {
  /** The limits of clients; the public listener's bounds when absent. */
  readonly bounds?: Bounds
  /** Those of a listener that hands over to this server; its own when absent. */
  readonly connections?: Connections
  /** Where the server logs; nowhere when absent. */
  readonly log?: FastifyBaseLogger | undefined
  /** IP addresses and networks whose `X-Forwarded-For` is trusted; none when absent. */
  readonly trustedProxies?: readonly string[]
  /** Is called after every answer. */
  readonly meter?: RequestMeter | undefined
}

export interface PublicServerOptions extends ServerOptions {
  /** Always ready when absent. */
  readonly readiness?: Readiness | undefined
}

/** A server with everything that Adtally's listeners share: request ids, problems, the log. */
export function newServer({
  log,
  trustedProxies = [],
  bounds = defaultBounds,
  connections = new Connections(bounds, {
    maxHeaderSize: maxHeaderBytes,
    trustedProxies,
    warn: (message) => log?.warn(message),
  }),
  meter,
  sendMissing,
}: ServerOptions & { sendMissing?: SendPage }): FastifyInstance {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    trustProxy: trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    // This would answer without a problem body; see closeConnections.
    return503OnClosing: false,
    serverFactory: (handle) => connections.createServer(handle as RequestListener),
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: parseQueryString,
      maxParamLength: maxHeaderBytes,
    },
    rewriteUrl(request) {
      refuseAsTrace(this, request)
      return routable(request.url ?? '/')
    },
    frameworkErrors: (error, request, reply) => sendProblem(toProblem(error), request, reply),
    clientErrorHandler: (error, socket) => {
      if (error.code === 'ERR_HTTP_REQUEST_TIMEOUT' && connections.isLong(socket)) return
      answerUnreadable(error, socket, connections.isAnswering(socket))
    },
    schemaController: { compilersFactory: { buildValidator } },
    ajv: {
      customOptions: {
        allErrors: true,
        coerceTypes: false,
        removeAdditional: false,
        formats,
        keywords: [dayKeyword, wholeNumberKeyword],
      },
    },
  })
  app.decorate('connections', connections)
  declareNeeds(app)
  if (meter) measureRequests(app, meter)
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  })
  app.addHook('preValidation', refuseEmptyValues)
  answerProblems(app)
  readBodiesOfRoutes(app)
  answerNotFound(app, sendMissing)
  closeConnections(app, connections)
  refuseAmbiguousHost(app)
  return app
}

/** The public listener: the interfaces, the public network's pages and the health checks. */
export function buildServer(
  services: PublicServices,
  { readiness, ...options }: PublicServerOptions,
): FastifyInstance {
  const app = newServer({ ...options, sendMissing })
  app.decorate('answerQueues', new AnswerQueues(options.bounds ?? defaultBounds))
  app.decorate('keptBodies', new KeptBodies(services.answerMemory))
  const parquetFiles = new ParquetFiles(services.writeParquet, services.fileSpace)
  app.decorate('parquetFiles', parquetFiles).addHook('onClose', () => parquetFiles.close())
  const { settings } = services
  const urls = () => ({ baseUrl: settings.baseUrl(), networkUrl: settings.networkUrl() })
  openApiRoutes(app, urls)
  app.register(async (docs) => docsRoutes(docs, services.pageLimiter, urls))
  healthRoutes(app, services, readiness)
  app.register(async (dashboard) =>
    dashboardRoutes(dashboard, services, (signedIn) => dashboardReportRoutes(signedIn, services)),
  )
  app.register(async (reports) => {
    guardWithKeys(reports, services)
    v2PublisherRoutes(reports, services)
    historyRoutes(reports, services)
    changedRoutes(reports, services)
    reportRoutes(reports, services)
    citationRoutes(reports, services)
    statusRoutes(reports, services)
    mcpRoutes(reports, services)
    reports.register(async (imports) => importRoutes(imports, services))
    reports.register(async (money) => moneyRoutes(money, services))
    publisherRoutes(reports, services)
  })
  app.register(async (links) => linkRoutes(links, services))
  app.register(async (mails) => unsubscribeRoutes(mails, services))
  v1Routes(app, services)
  pageRoutes(app, services)
  return app
}
