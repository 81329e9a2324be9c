import type { FastifyRequest } from 'fastify'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { clientNetwork } from './client-network.ts'

/** The key that the requests of a client are counted by. */
export const clientOf = (request: FastifyRequest): string => clientNetwork(request.ip) ?? 'unknown'

/**
 * Counts one more.
 *
 * @returns for how many seconds, at least 1, the client has to wait; null within the limit
 */
export async function countAgainst(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<number | null> {
  try {
    await limiter.consume(key)
    return null
  } catch (refused) {
    if (!(refused instanceof RateLimiterRes)) throw refused
    return waitSecondsOf(refused)
  }
}

/** Whether the limit was passed before, without counting. @returns as {@link countAgainst} */
export async function waitSeconds(
  limiter: RateLimiterAbstract,
  key: string,
): Promise<number | null> {
  const state = await limiter.get(key)
  if (!state || state.consumedPoints < limiter.points || state.msBeforeNext <= 0) return null
  return waitSecondsOf(state)
}

const waitSecondsOf = ({ msBeforeNext }: RateLimiterRes): number =>
  Math.max(1, Math.ceil(msBeforeNext / 1_000))
