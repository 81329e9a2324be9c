import type { FastifyInstance, FastifyRequest } from 'fastify'
import { answerTool } from '../../use-cases/tools/ask-tool.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { toProblem } from '../plugins/answer-problems.ts'
import { principalOf } from '../plugins/guard.ts'
import { queryStringOf } from '../plugins/read-query.ts'
import type { ReportServices } from '../services.ts'

/** As long as the body of a report's question. */
const maxBodyBytes = 1_048_576

/** The Model Context Protocol, for agents. Every request stands for itself: there are no sessions. */
export function mcpRoutes(app: FastifyInstance, services: ReportServices): void {
  const { settings } = services
  const sources = { ...services, maxRangeDays: settings.maxRangeDays }

  app.post(
    '/mcp',
    { config: { needs: 'read', developerIsOptional: true }, bodyLimit: maxBodyBytes },
    async (request, reply) => {
      refuseQuery(request)
      refuseOtherOrigin(request, settings.baseUrl())
      // Earlier versions of the protocol had lists of calls, which no bound of a request would count.
      if (Array.isArray(request.body))
        throw new Problem('bad_request', 'Send one message at a time.')
      const principal = principalOf(request)
      const { id } = principal.account
      const disconnect = new AbortController()
      const { signal } = disconnect
      reply.raw.on('close', () => disconnect.abort())
      // Agents are rare, and loading this takes long.
      const { answerMcp } = await import('./answer-mcp.ts')
      const answer = await answerMcp(request, {
        ask: (tool, given) =>
          app.answerQueues.askShort(id, () =>
            answerTool(sources, principal, { tool, given }, signal),
          ),
        wordFailure: (error) => {
          const problem = toProblem(error)
          if (problem.code === 'internal_error' && !signal.aborted) {
            request.log.error({ err: error }, problem.message)
          }
          return problem.message
        },
      })
      return reply
        .status(answer.status)
        .headers(Object.fromEntries(answer.headers))
        .header('cache-control', 'no-store')
        .send(Buffer.from(await answer.arrayBuffer()))
    },
  )
}

/** @throws Problem `bad_parameters`, also for a key: addresses are stored in logs */
function refuseQuery(request: FastifyRequest): void {
  const names = [...new URLSearchParams(queryStringOf(request.url)).keys()].slice(0, 20)
  const message = 'is not accepted in the address; send the key as a bearer token'
  if (names.length > 0) {
    throw badParameters(names.map((name) => ({ parameter: name.slice(0, 100), message })))
  }
}

/** Pages of other sites may not ask, even from the network that the server is in. @throws Problem `cross_site` */
function refuseOtherOrigin({ headers: { origin } }: FastifyRequest, baseUrl: string): void {
  if (origin === undefined || origin === new URL(baseUrl).origin) return
  throw new Problem('cross_site', 'Only pages of this server may send this request.')
}
