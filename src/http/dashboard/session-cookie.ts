import type {} from '@fastify/cookie'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Principal } from '../../publishers/principal.ts'
import {
  browserProofSeconds,
  type FoundSession,
  type OpenedSession,
  sessionSeconds,
} from '../../records/sessions.ts'
import { Problem } from '../answer/problems.ts'
import { countRefused } from '../plugins/count-refused.ts'
import type { DashboardServices } from '../services.ts'
import { sessionClientOf } from './describe-browser.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Of a signed-in browser. */
    browserSession: FoundSession | null
  }
}

const cookieName = 'adtally_session'
const path = '/dashboard'
/** The request header with the account that the page shows. */
const pageAccountHeader = 'x-adtally-account'

const browserCookieName = 'adtally_browser'
const browserPath = '/dashboard/api/sign-in'

/** The session token; empty without a cookie. */
export const tokenOf = (request: FastifyRequest): string => request.cookies[cookieName] ?? ''

/** @param baseUrl the server's public URL; it differs from the request's behind a proxy */
function setToken(
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

/**
 * Gives a browser the session that was opened for it. An earlier session of the browser ends, so that no
 * token from before the sign-in is worth anything after it.
 */
export async function takeSession(
  request: FastifyRequest,
  reply: FastifyReply,
  { token, browserProof }: OpenedSession,
  { sessions, settings }: Pick<DashboardServices, 'sessions' | 'settings'>,
): Promise<void> {
  await sessions.close(tokenOf(request))
  setToken(request, reply, token, settings.baseUrl())
  if (browserProof !== null) setBrowserProof(request, reply, browserProof, settings.baseUrl())
}

/** @param baseUrl as in {@link setToken} */
function setBrowserProof(
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

export function isHttps(request: FastifyRequest, baseUrl: string): boolean {
  // A proxy may speak http here and pass on a host of its own.
  return request.protocol === 'https' || new URL(baseUrl).protocol === 'https:'
}

/**
 * On whose behalf a signed-in browser makes a request; see also {@link sessionOf}.
 *
 * @throws Problem `signed_out` without a session, or when it has ended; `rate_limited` when this
 *   happens too often to one address; `other_account` when the page shows another account, because
 *   another tab of the browser has signed in since
 */
export async function signedIn(
  request: FastifyRequest,
  { sessions, refusedLimiter }: Pick<DashboardServices, 'sessions' | 'refusedLimiter'>,
): Promise<Principal> {
  const found = await sessions.find(tokenOf(request), sessionClientOf(request))
  if (!found) {
    await countRefused(request, refusedLimiter)
    throw new Problem(
      'signed_out',
      'You are not signed in, or the session has ended. Sign in again.',
    )
  }
  const { username } = found.principal.account
  const shown = request.headers[pageAccountHeader]
  if (shown !== undefined && shown !== username) {
    throw new Problem(
      'other_account',
      `Another tab of this browser signed in as ${username}. Reload the page.`,
    )
  }
  request.browserSession = found
  return found.principal
}

/** The session of a request that was let through to a route that needs one. */
export function sessionOf({ browserSession }: FastifyRequest): FoundSession {
  if (!browserSession) throw new Error('The route needs nothing, so it has no session.')
  return browserSession
}

/** The members that name the account in every answer. */
export const accountMembers = ({ account }: Principal) => ({
  account: account.username,
  currency: account.currency,
})

export type AccountMembers = ReturnType<typeof accountMembers>
