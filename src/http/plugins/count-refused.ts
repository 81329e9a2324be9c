import type { FastifyRequest } from 'fastify'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { Problem } from '../answer/problems.ts'
import { clientOf, countAgainst } from './count-request.ts'

/**
 * Counts a request that is refused for its credentials.
 *
 * @throws Problem `rate_limited` when too many of its address were already refused
 */
export async function countRefused(
  request: FastifyRequest,
  limiter: RateLimiterAbstract,
): Promise<void> {
  const seconds = await countAgainst(limiter, clientOf(request))
  if (seconds === null) return
  throw new Problem(
    'rate_limited',
    `Too many requests of this address were refused. Check the credentials and ask again in ${seconds} seconds.`,
    { headers: { 'retry-after': String(seconds) } },
  )
}
