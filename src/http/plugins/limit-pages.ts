import type { FastifyInstance, FastifyReply } from 'fastify'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { clientOf, countAgainst } from './count-request.ts'

/**
 * Limits how often each address may load the pages of a part of the server.
 *
 * @param refuse sends a page that says for how long to wait
 */
export function limitPages(
  app: FastifyInstance,
  limiter: RateLimiterAbstract,
  refuse: (reply: FastifyReply, waitSeconds: number) => FastifyReply,
): void {
  app.addHook('onRequest', async (request, reply) => {
    const seconds = await countAgainst(limiter, clientOf(request))
    if (seconds === null) return
    return refuse(reply.status(429).header('retry-after', seconds), seconds)
  })
}
