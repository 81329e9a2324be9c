import type { FastifyRequest } from 'fastify'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Keys } from '../../publishers/keys.ts'
import type { Principal } from '../../publishers/principal.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { clientNetwork } from './client-network.ts'
import { countRefused } from './count-refused.ts'
import { requireNeeded } from './needs.ts'

export interface Credentials {
  readonly principal: Principal
  /** The key from the query, for links in the answer; null when it was sent as a bearer token. */
  readonly linkKey: string | null
}

/** What a key is checked with. */
export interface Gate {
  readonly keys: Keys
  /** Counts requests that are refused, by address. */
  readonly refusedLimiter: RateLimiterAbstract
}

const bearer = /^Bearer +([\x21-\x7e]+) *$/i

/**
 * Finds on whose behalf a request with a username and a key is made.
 *
 * @param username from the query or the path; undefined when it is missing
 * @throws Problem `unauthorized`, the same whatever is missing or wrong; `bad_parameters` when a
 *   credential was repeated; `rate_limited` when too many requests of an address were refused. A valid
 *   key is never limited, so that nobody can lock out others behind the same address; `forbidden` when the
 *   key may not do what the route needs.
 */
export async function authenticate(
  request: FastifyRequest,
  { keys, refusedLimiter }: Gate,
  username: string | string[] | undefined,
): Promise<Credentials> {
  const { key } = request.query as { key?: string | string[] }
  const repeated = { developer: username, key }
  const errors = Object.entries(repeated)
    .filter(([, value]) => Array.isArray(value))
    .map(([parameter]) => ({ parameter, message: 'is repeated; pass it once' }))
  if (errors.length > 0) throw badParameters(errors)

  const bearerKey = bearer.exec(request.headers.authorization ?? '')?.[1]
  const principal = await keys.principal(
    (username as string | undefined) ?? '',
    bearerKey ?? (key as string | undefined) ?? '',
    clientNetwork(request.ip) ?? 'unknown',
  )
  if (!principal) {
    await countRefused(request, refusedLimiter)
    throw new Problem('unauthorized', 'The username or the API key is missing or wrong.', {
      headers: { 'www-authenticate': 'Bearer realm="Adtally"' },
    })
  }
  requireNeeded(request, principal)
  return { principal, linkKey: bearerKey === undefined ? (key as string) : null }
}
