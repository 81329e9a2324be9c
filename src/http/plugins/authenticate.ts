import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Keys } from '../../records/keys.ts'
import type { Links } from '../../records/links.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { clientNetwork } from './client-network.ts'
import { countRefused } from './count-refused.ts'
import { type Caller, guardRoutes } from './guard.ts'

/** The parts that keys and links are checked with. */
export interface Gate {
  readonly keys: Keys
  readonly links: Links
  /** Counts requests that are refused, by address. */
  readonly refusedLimiter: RateLimiterAbstract
}

/** The refusal of a request without a valid key. */
export const unauthorized = (): Problem =>
  new Problem('unauthorized', 'The username or the API key is missing or wrong.', {
    headers: { 'www-authenticate': 'Bearer realm="Adtally"' },
  })

const bearer = /^Bearer +([\x21-\x7e]+) *$/i

/** Guards routes with the username in the path or in `developer`, and a key. */
export function guardWithKeys(scope: FastifyInstance, gate: Gate): void {
  guardRoutes(scope, async (request) => {
    const { developer, key } = request.query as Query
    const { username = developer } = request.params as { username?: string }
    const { authorization } = request.headers
    const isAnonymous = username === undefined && key === undefined && !authorization
    if (isAnonymous && request.routeOptions.config.answersAnyone) return null
    const { developerIsOptional = false } = request.routeOptions.config
    const known = username ?? (developerIsOptional ? null : '')
    return authenticate(request, gate, known)
  })
}

interface Query {
  readonly developer?: string | string[]
  readonly key?: string | string[]
}

/**
 * Finds on whose behalf a request with a username and a key is made.
 *
 * @param username null where the key alone names the account
 * @throws Problem `unauthorized`, the same whatever is missing or wrong; `bad_parameters` when a
 *   credential was repeated; `rate_limited` when too many requests of an address were refused. A valid
 *   key is never limited, so that nobody can lock out others behind the same address.
 */
async function authenticate(
  request: FastifyRequest,
  { keys, refusedLimiter }: Gate,
  username: string | string[] | null,
): Promise<Caller> {
  const { key } = request.query as Query
  const repeated = { developer: username, key }
  const errors = Object.entries(repeated)
    .filter(([, value]) => Array.isArray(value))
    .map(([parameter]) => ({ parameter, message: 'is repeated; pass it once' }))
  if (errors.length > 0) throw badParameters(errors)

  const bearerKey = bearer.exec(request.headers.authorization ?? '')?.[1]
  const principal = await keys.principal(
    username as string | null,
    bearerKey ?? (key as string | undefined) ?? '',
    clientNetwork(request.ip) ?? 'unknown',
  )
  if (!principal) {
    await countRefused(request, refusedLimiter)
    throw unauthorized()
  }
  return { principal, linkKey: bearerKey === undefined ? (key as string) : null }
}

/**
 * Guards routes with the token of a report link in the path. The answer is the same whatever is wrong
 * with it; unknown tokens count like refused keys.
 */
export function guardWithLinks(scope: FastifyInstance, { links, refusedLimiter }: Gate): void {
  guardRoutes(scope, async (request) => {
    const { token = '' } = request.params as { token?: string }
    const opened = await links.open(token)
    if (opened) return { ...opened, linkKey: null }
    await countRefused(request, refusedLimiter)
    throw new Problem('unknown_report', 'This link does not exist, was revoked or has expired.')
  })
}
