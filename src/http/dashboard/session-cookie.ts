import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../../publishers/principal.ts'
import { browserProofSeconds, sessionSeconds } from '../../publishers/sessions.ts'
import { Problem } from '../answer/problems.ts'
import { countRefused } from '../plugins/count-refused.ts'
import type { DashboardServices } from '../services.ts'

const cookieName = 'adtally_session'
const path = '/dashboard'
/** The request header with the account that the page shows. */
const pageAccountHeader = 'x-adtally-account'

const browserCookieName = 'adtally_browser'
const browserPath = '/dashboard/api/sign-in'

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

/** The proof that the browser shows of an earlier sign-in; empty when it shows none. */
export const browserProofOf = (request: FastifyRequest): string =>
  request.cookies[browserCookieName] ?? ''

/** @param baseUrl as in {@link setToken} */
export function setBrowserProof(
  request: FastifyRequest,
  reply: FastifyReply,
  proof: string,
  baseUrl: string,
): void {
  reply.setCookie(browserCookieName, proof, {
    path: browserPath,
    httpOnly: true,
    sameSite: 'strict',
    secure: isHttps(request, baseUrl),
    maxAge: browserProofSeconds,
  })
}

export function clearToken(reply: FastifyReply): void {
  reply.clearCookie(cookieName, { path, httpOnly: true, sameSite: 'lax' })
}

function isHttps(request: FastifyRequest, baseUrl: string): boolean {
  // A proxy may speak http here and pass on a host of its own.
  return request.protocol === 'https' || new URL(baseUrl).protocol === 'https:'
}

/**
 * On whose behalf a signed-in browser makes a request.
 *
 * @throws Problem `signed_out` without a session, or when it has ended; `rate_limited` when this
 *   happens too often to one address; `other_account` when the page shows another account, because
 *   another tab of the browser has signed in since
 */
export async function signedIn(
  request: FastifyRequest,
  { sessions, refusedLimiter }: Pick<DashboardServices, 'sessions' | 'refusedLimiter'>,
): Promise<Principal> {
  const principal = await sessions.find(tokenOf(request))
  if (!principal) {
    await countRefused(request, refusedLimiter)
    throw new Problem(
      'signed_out',
      'You are not signed in, or the session has ended. Sign in again.',
    )
  }
  const { username } = principal.account
  const shown = request.headers[pageAccountHeader]
  if (shown !== undefined && shown !== username) {
    throw new Problem(
      'other_account',
      `Another tab of this browser signed in as ${username}. Reload the page.`,
    )
  }
  return principal
}

/** The members that name the account in every answer. */
export const accountMembers = ({ account }: Principal) => ({
  account: account.username,
  currency: account.currency,
})
