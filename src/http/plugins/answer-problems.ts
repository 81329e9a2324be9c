import { randomUUID } from 'node:crypto'
import { type IncomingMessage, STATUS_CODES } from 'node:http'
import type { Socket } from 'node:net'
import { negotiate } from '@fastify/accept-negotiator'
import type {
  ConnectionError,
  FastifyError,
  FastifyInstance,
  FastifyReply,
  FastifyRequest,
} from 'fastify'
import { QuestionError } from '../../reporting/question/question-error.ts'
import { ReportError } from '../../reporting/report-error.ts'
import { OverloadedError } from '../../values/overloaded-error.ts'
import { StoreUnavailableError } from '../../values/store-unavailable-error.ts'
import { UnusableStoreError } from '../../values/unusable-store-error.ts'
import { Problem, type ProblemCode, problemBody, problems } from '../answer/problems.ts'
import { drain } from './drain.ts'

/** About how long a store takes to start again. */
const retryAfterSeconds = 5
/** An operator has to notice. */
const retryAfterDamageSeconds = 300

/** Answers every error with a problem body, and unsupported methods with 405. */
export function answerProblems(app: FastifyInstance): void {
  app.setErrorHandler((error, request, reply) => {
    const problem = bodyProblem(error, request.routeOptions.bodyLimit) ?? toProblem(error)
    if (problem.code === 'upload_too_large') {
      // Fastify would close the connection, which loses the answer while the body is being sent.
      reply.removeHeader('connection')
      drain(request)
    }
    return sendProblem(problem, request, reply)
  })
  refuseOtherMethods(app)
}

export type SendPage = (reply: FastifyReply) => FastifyReply

/**
 * Answers unknown paths with 404. Hooks of `app` run for them too.
 *
 * @param sendPage answers browsers, outside of `/api`; without it, everyone gets a problem body
 */
export function answerNotFound(app: FastifyInstance, sendPage?: SendPage): void {
  app.setNotFoundHandler((request, reply) => {
    if (sendPage && isForReading(request))
      return sendPage(reply.status(404).header('vary', 'accept'))
    return sendProblem(new Problem('not_found', 'There is nothing at this URL.'), request, reply)
  })
}

/** Bodies that are sent to unknown paths are received, but not parsed. */
export function readBodiesOfRoutes(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, body, done) => (request.is404 ? done(null) : parse(request, body, done)),
  )
}

/** Whether someone looks at the answer in a browser. */
export function isForReading({ method, url, headers }: FastifyRequest): boolean {
  if (method !== 'GET' && method !== 'HEAD') return false
  const types = ['application/problem+json', 'text/html']
  return !url.startsWith('/api/') && negotiate(headers.accept ?? '*/*', types) === 'text/html'
}

export function sendProblem(problem: Problem, request: FastifyRequest, reply: FastifyReply) {
  const { status } = problems[problem.code]
  // A client that is asked to come back is no failure, and there may be many.
  const isRefusal =
    ['overloaded', 'shutting_down'].includes(problem.code) ||
    (problem.code === 'not_ready' && problem.cause === undefined)
  if (status >= 500 && !isRefusal) {
    request.log.error({ err: problem.cause ?? problem }, problem.message)
  }
  return reply
    .status(status)
    .headers(problem.headers)
    .type('application/problem+json')
    .send(problemText(problem, request.id))
}

/** Escapes `<`: parts of the body come from the request and must never be read as HTML. */
export function problemText(problem: Problem, requestId: string): string {
  return JSON.stringify(problemBody(problem, requestId)).replaceAll('<', '\\u003c')
}

export function toProblem(error: unknown): Problem {
  if (error instanceof Problem) return error
  if (error instanceof QuestionError) {
    const { code, message, faults } = error
    return new Problem(code, message, faults && { errors: faults })
  }
  if (error instanceof ReportError) return new Problem(error.code, error.message)
  if (error instanceof StoreUnavailableError) {
    return new Problem(
      'store_unavailable',
      'A database does not answer; try again in a few seconds.',
      {
        headers: { 'retry-after': String(retryAfterSeconds) },
        cause: error,
      },
    )
  }
  if (error instanceof UnusableStoreError) {
    return new Problem(
      'store_unavailable',
      'A part of the data cannot be read; its operator has to act.',
      {
        headers: { 'retry-after': String(retryAfterDamageSeconds) },
        cause: error,
      },
    )
  }
  if (error instanceof OverloadedError) {
    return new Problem('overloaded', error.message, {
      headers: { 'retry-after': String(error.retryAfterSeconds) },
      cause: error,
    })
  }
  const status = (error as { statusCode?: unknown }).statusCode
  if (typeof status === 'number' && status >= 400 && status < 500) {
    return new Problem('bad_request', 'The request is malformed.', { cause: error })
  }
  return new Problem('internal_error', 'The server failed; its log has the details.', {
    cause: error,
  })
}

/** Says what is wrong with a body that could not be read; null for other errors. */
function bodyProblem(cause: unknown, maxBytes: number): Problem | null {
  const { code, statusCode } = cause as FastifyError
  if (cause instanceof SyntaxError && statusCode === 400) {
    return new Problem('bad_request', 'The body is not valid JSON.', { cause })
  }
  switch (code) {
    case 'FST_ERR_CTP_EMPTY_JSON_BODY':
    case 'FST_ERR_CTP_INVALID_JSON_BODY':
      return new Problem('bad_request', 'The body is not valid JSON.', { cause })
    case 'FST_ERR_CTP_INVALID_MEDIA_TYPE': {
      const detail = 'The body must be JSON, with the header Content-Type: application/json.'
      return new Problem('bad_request', detail, { cause })
    }
    case 'FST_ERR_CTP_BODY_TOO_LARGE': {
      const detail = `The body is larger than ${maxBytes.toLocaleString('en-US')} bytes.`
      return new Problem('upload_too_large', detail, { cause })
    }
    default:
      return null
  }
}

const unreadable: Readonly<Record<string, ProblemCode>> = {
  HPE_HEADER_OVERFLOW: 'head_too_large',
  ERR_HTTP_REQUEST_TIMEOUT: 'request_timeout',
}

/**
 * Answers malformed HTTP, overlong headers and requests that take too long, for which Fastify makes
 * no request.
 *
 * @param isAnswering whether an earlier request is being answered; then the connection is closed
 */
export function answerUnreadable(
  error: ConnectionError,
  socket: Socket,
  isAnswering: boolean,
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return
  if (isAnswering) {
    socket.destroy()
    return
  }
  const code = unreadable[error.code] ?? 'bad_request'
  const problem = new Problem(code, `${problems[code].title}.`)
  const { status } = problems[code]
  const body = problemText(problem, randomUUID())
  const head = [
    `HTTP/1.1 ${status} ${STATUS_CODES[status]}`,
    'Content-Type: application/problem+json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    'Connection: close',
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

declare module 'fastify' {
  interface FastifyContextConfig {
    /** The methods of the path, where it has more than one; the same for each. */
    methods?: readonly string[]
  }
}

/** Adds a 405 route for the other methods of every GET or POST path. */
function refuseOtherMethods(app: FastifyInstance): void {
  const refused = new Set<string>()
  app.addHook('onRoute', function (this: FastifyInstance, route) {
    if (route.method !== 'GET' && route.method !== 'POST') return
    const { methods } = route.config ?? {}
    if (methods && refused.has(route.url)) return
    if (methods) refused.add(route.url)
    const own = methods ?? (route.method === 'GET' ? ['GET', 'HEAD'] : ['POST'])
    const allowed = this.hasPlugin('@fastify/cors') ? [...own, 'OPTIONS'] : own
    this.route({
      method: app.supportedMethods.filter((method) => !own.includes(method)),
      url: route.routePath,
      config: { needs: 'nothing' },
      onRequest: async () => {
        throw new Problem(
          'method_not_allowed',
          `This URL supports ${new Intl.ListFormat('en').format(allowed)}.`,
          { headers: { allow: allowed.join(', ') } },
        )
      },
      handler: async () => undefined,
    })
  })
}

/**
 * Treats methods that Fastify does not know as TRACE, which every path refuses. Routes for each of
 * these 26 methods took half of a server's start.
 */
export function refuseAsTrace(app: FastifyInstance, request: IncomingMessage): void {
  if (!app.supportedMethods.includes(request.method ?? '')) request.method = 'TRACE'
}
