import type { FastifyRequest } from 'fastify'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import type { Account } from '../../publishers/account.ts'
import type { Accounts } from '../../publishers/accounts.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { countRefused } from './count-refused.ts'

/** Who asks, and how the key came: links in the answer carry only a key that was in the address. */
export interface Credentials {
  readonly account: Account
  /** The key from the query; null when it came as a bearer. */
  readonly linkKey: string | null
}

/** What a key is checked with. */
export interface Gate {
  readonly accounts: Accounts
  /** Counts requests that are refused, by address. */
  readonly refusedLimiter: RateLimiterAbstract
}

const bearer = /^Bearer +([\x21-\x7e]+) *$/i

/**
 * Finds the account whose username and key a request carries.
 *
 * @param username as the family carries it; undefined when it is missing
 * @throws Problem `unauthorized`, the same whatever is missing or wrong; `bad_parameters` when a
 *   credential was given twice; `rate_limited` when an address is refused too often. A key that is
 *   accepted is never limited, so nobody can lock out others behind the same address.
 */
export async function authenticate(
  request: FastifyRequest,
  { accounts, refusedLimiter }: Gate,
  username: string | string[] | undefined,
): Promise<Credentials> {
  const { key } = request.query as { key?: string | string[] }
  const repeated = { developer: username, key }
  const errors = Object.entries(repeated)
    .filter(([, value]) => Array.isArray(value))
    .map(([parameter]) => ({ parameter, message: 'was given more than once; give it once' }))
  if (errors.length > 0) throw badParameters(errors)

  const bearerKey = bearer.exec(request.headers.authorization ?? '')?.[1]
  const account = await accounts.authenticate(
    (username as string | undefined) ?? '',
    bearerKey ?? (key as string | undefined) ?? '',
  )
  if (!account) {
    await countRefused(request, refusedLimiter)
    throw new Problem(
      'unauthorized',
      'The username and the API key are missing, wrong, or do not belong together.',
      { headers: { 'www-authenticate': 'Bearer realm="Adtally"' } },
    )
  }
  return { account, linkKey: bearerKey === undefined ? (key as string) : null }
}
