import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../publishers/account.ts'
import { type Sessions, sessionSeconds } from '../../publishers/sessions.ts'
import { Problem } from '../answer/problems.ts'

const cookieName = 'adtally_session'
const path = '/dashboard'
/** The request header that names the account whose page sent the request. */
const pageAccountHeader = 'x-adtally-account'

/** The token that the browser shows; empty when it shows none. */
export const tokenOf = (request: FastifyRequest): string => request.cookies[cookieName] ?? ''

/** @param baseUrl where clients are told to reach the server: it may stand behind a proxy */
export function setToken(
  request: FastifyRequest,
  reply: FastifyReply,
  token: string,
  baseUrl: string,
): void {
  reply.setCookie(cookieName, token, {
    path,
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(request, baseUrl),
    maxAge: sessionSeconds,
  })
}

export function clearToken(reply: FastifyReply): void {
  reply.clearCookie(cookieName, { path, httpOnly: true, sameSite: 'lax' })
}

function isHttps(request: FastifyRequest, baseUrl: string): boolean {
  if (request.protocol === 'https') return true
  const base = new URL(baseUrl)
  return base.protocol === 'https:' && base.host === request.host
}

/**
 * The signed-in account.
 *
 * @throws Problem `signed_out` when nobody is signed in, or no longer; `other_account` when the page
 *   that sent the request shows another account, because another tab of the browser signed in since
 */
export async function signedIn(request: FastifyRequest, sessions: Sessions): Promise<Account> {
  const account = await sessions.find(tokenOf(request))
  if (!account) {
    throw new Problem('signed_out', 'Nobody is signed in, or the session has ended. Sign in again.')
  }
  const shown = request.headers[pageAccountHeader]
  if (shown === undefined || shown === account.username) return account
  throw new Problem(
    'other_account',
    `Another tab of this browser signed in as ${account.username}. Reload the page.`,
  )
}

/** The members of an answer that say whose it is. */
export const accountMembers = ({ username, currency }: Account) => ({ account: username, currency })
