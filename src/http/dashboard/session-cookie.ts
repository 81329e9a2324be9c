import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../publishers/account.ts'
import { browserProofSeconds, sessionSeconds } from '../../publishers/sessions.ts'
import { Problem } from '../answer/problems.ts'
import { countRefused } from '../plugins/count-refused.ts'
import type { DashboardServices } from '../services.ts'

const cookieName = 'adtally_session'
const path = '/dashboard'

const browserCookieName = 'adtally_browser'
const browserPath = '/dashboard/api/sign-in'

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

/** @throws Problem `signed_out` when nobody is signed in; `rate_limited` when an address asks so too often */
export async function signedIn(
  request: FastifyRequest,
  { sessions, refusedLimiter }: Pick<DashboardServices, 'sessions' | 'refusedLimiter'>,
): Promise<Account> {
  const account = await sessions.find(tokenOf(request))
  if (account) return account
  await countRefused(request, refusedLimiter)
  throw new Problem('signed_out', 'Nobody is signed in, or the session has ended. Sign in again.')
}
