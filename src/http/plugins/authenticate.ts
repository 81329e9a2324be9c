import type { FastifyRequest } from 'fastify'
import type { Account } from '../../publishers/account.ts'
import type { Accounts } from '../../publishers/accounts.ts'
import { badParameters, Problem } from '../answer/problems.ts'

export interface Credentials {
  readonly account: Account
  /** The key from the query, for links in the answer; null when it was sent as a bearer token. */
  readonly linkKey: string | null
}

const bearer = /^Bearer +([\x21-\x7e]+) *$/i

/**
 * Finds the account of a request's username and key.
 *
 * @param username from the query or the path; undefined when it is missing
 * @throws Problem `unauthorized`, the same whatever is missing or wrong; `bad_parameters` when a
 *   credential was repeated
 */
export async function authenticate(
  request: FastifyRequest,
  accounts: Accounts,
  username: string | string[] | undefined,
): Promise<Credentials> {
  const { key } = request.query as { key?: string | string[] }
  const repeated = { developer: username, key }
  const errors = Object.entries(repeated)
    .filter(([, value]) => Array.isArray(value))
    .map(([parameter]) => ({ parameter, message: 'is repeated; pass it once' }))
  if (errors.length > 0) throw badParameters(errors)

  const bearerKey = bearer.exec(request.headers.authorization ?? '')?.[1]
  const account = await accounts.authenticate(
    (username as string | undefined) ?? '',
    bearerKey ?? (key as string | undefined) ?? '',
  )
  if (!account) {
    throw new Problem('unauthorized', 'The username or the API key is missing or wrong.', {
      headers: { 'www-authenticate': 'Bearer realm="Adtally"' },
    })
  }
  return { account, linkKey: bearerKey === undefined ? (key as string) : null }
}
