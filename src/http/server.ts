import { randomUUID } from 'node:crypto'
import Fastify, { type FastifyBaseLogger, type FastifyInstance } from 'fastify'
import { isCountry } from '../values/country.ts'
import { isIdentifier } from '../values/identifier.ts'
import { dashboardRoutes } from './dashboard/routes.ts'
import { healthRoutes } from './health.ts'
import { pageRoutes } from './pages/routes.ts'
import { dayKeyword } from './parameters/day-range.ts'
import {
  answerProblems,
  answerUnreadable,
  sendProblem,
  toProblem,
} from './plugins/answer-problems.ts'
import { closeConnections } from './plugins/close-connections.ts'
import { parseQueryString, queryFormats } from './plugins/read-query.ts'
import { publisherRoutes } from './publisher/routes.ts'
import type { Services } from './services.ts'
import { v1Routes } from './v1/routes.ts'
import { pageFormats } from './v1/wire-schema.ts'
import { historyRoutes } from './v2-publisher/history-routes.ts'
import { v2PublisherRoutes } from './v2-publisher/routes.ts'

const maxHeaderBytes = 65_536

/** Changing case can turn letters of other scripts into Latin ones, so those are refused first. */
const asciiWord = /^\w+$/

/** The formats that parameter schemas may name. */
const formats = {
  ...queryFormats,
  ...pageFormats,
  country: (text: string) => asciiWord.test(text) && isCountry(text.toUpperCase()),
  identifier: (text: string) => asciiWord.test(text) && isIdentifier(text.toLowerCase()),
}

const publicInterface = '/api/v1/'

/**
 * Lets the router answer 404 for undecodable URLs of the public interface: Fastify would refuse them
 * before the hooks that add rate-limit headers to every answer.
 */
function routable(url: string): string {
  if (!url.startsWith(publicInterface)) return url
  const [path = '', ...query] = url.split('?')
  try {
    decodeURIComponent(path)
    return url
  } catch {
    return [path.replaceAll('%', '%25'), ...query].join('?')
  }
}

export interface ServerOptions {
  /** Where the server logs; nowhere when absent. */
  readonly log?: FastifyBaseLogger | undefined
  /** IP addresses and networks whose `X-Forwarded-For` is trusted; none when absent. */
  readonly trustedProxies?: readonly string[]
}

/** A server with everything that Adtally's listeners share: request ids, problems, the log. */
export function newServer({ log, trustedProxies }: ServerOptions): FastifyInstance {
  const app = Fastify({
    ...(log ? { loggerInstance: log } : { logger: false }),
    trustProxy: trustedProxies && trustedProxies.length > 0 ? [...trustedProxies] : false,
    genReqId: () => randomUUID(),
    forceCloseConnections: 'idle',
    http: { maxHeaderSize: maxHeaderBytes },
    routerOptions: {
      ignoreTrailingSlash: true,
      querystringParser: parseQueryString,
      maxParamLength: maxHeaderBytes,
    },
    rewriteUrl: ({ url = '/' }) => routable(url),
    frameworkErrors: (error, request, reply) => sendProblem(toProblem(error), request, reply),
    clientErrorHandler: answerUnreadable,
    ajv: {
      customOptions: {
        ...{ allErrors: true, coerceTypes: false, removeAdditional: false },
        ...{ formats, keywords: [dayKeyword] },
      },
    },
  })
  app.addHook('onRequest', async (request, reply) => {
    reply.header('x-request-id', request.id).header('x-content-type-options', 'nosniff')
  })
  answerProblems(app)
  closeConnections(app)
  return app
}

/** The public listener: the interfaces, the public network's pages and the health checks. */
export function buildServer(services: Services, options: ServerOptions): FastifyInstance {
  const app = newServer(options)
  healthRoutes(app, services)
  app.register(async (dashboard) => dashboardRoutes(dashboard, services))
  v2PublisherRoutes(app, services)
  historyRoutes(app, services)
  publisherRoutes(app, services)
  v1Routes(app, services)
  pageRoutes(app, services)
  return app
}
