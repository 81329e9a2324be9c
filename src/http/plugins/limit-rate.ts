import type { FastifyInstance } from 'fastify'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../answer/problems.ts'
import { clientNetwork } from './client-network.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the client still has to wait; null for one within the limit. */
    overLimitForMs: number | null
  }
}

/**
 * Limits how often each address may ask, and says on every answer how much is left. A preflight
 * of a browser does not count.
 *
 * @param limiter keeps the counters: in memory, or in a store that several processes share
 */
export function limitRate(app: FastifyInstance, limiter: RateLimiterAbstract): void {
  app.decorateRequest('overLimitForMs', null)
  app.addHook('onRequest', async (request, reply) => {
    const client = clientNetwork(request.ip) ?? clientNetwork(request.socket.remoteAddress ?? '')
    const counted = request.method !== 'OPTIONS'
    const state = await count(limiter, client ?? 'unknown', counted)
    const resetInMs = Math.max(state?.msBeforeNext ?? limiter.duration * 1_000, 0)
    const used = state?.consumedPoints ?? 0
    reply
      .header('x-ratelimit-limit', limiter.points)
      .header('x-ratelimit-remaining', Math.max(limiter.points - used, 0))
      .header('x-ratelimit-reset', Math.ceil((Date.now() + resetInMs) / 1_000))
    if (counted && used > limiter.points) request.overLimitForMs = resetInMs
  })
  // Only now, so that the refusal has the headers that other hooks give an answer.
  app.addHook('preParsing', async ({ overLimitForMs }) => {
    if (overLimitForMs === null) return
    const seconds = Math.max(1, Math.ceil(overLimitForMs / 1_000))
    throw new Problem(
      'rate_limited',
      `${limiter.points} requests of this address were answered; ask again in ${seconds} seconds.`,
      { headers: { 'retry-after': String(seconds) } },
    )
  })
}

/** The state after this request; null when nothing was counted yet. */
async function count(
  limiter: RateLimiterAbstract,
  client: string,
  counted: boolean,
): Promise<RateLimiterRes | null> {
  if (!counted) return limiter.get(client)
  try {
    return await limiter.consume(client)
  } catch (refused) {
    if (refused instanceof RateLimiterRes) return refused
    throw refused
  }
}
