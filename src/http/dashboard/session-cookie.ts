import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../publishers/account.ts'
import { type Sessions, sessionSeconds } from '../../publishers/sessions.ts'
import { Problem } from '../answer/problems.ts'

const cookieName = 'adtally_session'
const path = '/dashboard'
/** The request header with the account that the page shows. */
const pageAccountHeader = 'x-adtally-account'

/** The session token; empty without a cookie. */
export const tokenOf = (request: FastifyRequest): string => request.cookies[cookieName] ?? ''

/** @param baseUrl the server's public URL; it differs from the request's behind a proxy */
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
 * @throws Problem `signed_out` without a session, or when it has ended; `other_account` when the page
 *   shows another account, because another tab of the browser has signed in since
 */
export async function signedIn(request: FastifyRequest, sessions: Sessions): Promise<Account> {
  const account = await sessions.find(tokenOf(request))
  if (!account) {
    throw new Problem(
      'signed_out',
      'You are not signed in, or the session has ended. Sign in again.',
    )
  }
  const shown = request.headers[pageAccountHeader]
  if (shown === undefined || shown === account.username) return account
  throw new Problem(
    'other_account',
    `Another tab of this browser signed in as ${account.username}. Reload the page.`,
  )
}

/** The members that name the account in every answer. */
export const accountMembers = ({ username, currency }: Account) => ({ account: username, currency })
