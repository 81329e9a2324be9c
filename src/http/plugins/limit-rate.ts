import type { FastifyInstance } from 'fastify'
import ipaddr from 'ipaddr.js'
import { type RateLimiterAbstract, RateLimiterRes } from 'rate-limiter-flexible'
import { Problem } from '../answer/problems.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** How long the client has to wait; null within the limit. */
    overLimitForMs: number | null
  }
}

/**
 * Limits the requests of each client and adds the rate-limit headers to every answer. Preflight
 * requests do not count.
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
  // Refused in a later hook, so that the answer has the headers of other `onRequest` hooks.
  app.addHook('preParsing', async ({ overLimitForMs }) => {
    if (overLimitForMs === null) return
    const seconds = Math.max(1, Math.ceil(overLimitForMs / 1_000))
    throw new Problem(
      'rate_limited',
      `More than ${limiter.points} requests from this IP address; try again in ${seconds} seconds.`,
      { headers: { 'retry-after': String(seconds) } },
    )
  })
}

/** The counter's state after this request; null when nothing was counted yet. */
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

/** Some proxies add the port: `198.51.100.7:1234`, `[2001:db8::1]:1234`. */
const withPort = /^(?:\[(.+)\](?::\d+)?|([\d.]+):\d+)$/

/**
 * The key that requests are counted by: an IPv4 address, or the first 64 bits of an IPv6 address,
 * because one household has all addresses that share them.
 *
 * @returns null for text that is not an address
 */
export function clientNetwork(address: string): string | null {
  const bare = (withPort.exec(address)?.slice(1).find(Boolean) ?? address).replace(/%.*$/, '')
  if (!ipaddr.isValid(bare)) return null
  const parsed = ipaddr.process(bare)
  if (parsed instanceof ipaddr.IPv4) return parsed.toString()
  const network = parsed.parts.slice(0, 4).map((part) => part.toString(16))
  return `${network.join(':')}::/64`
}
