import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Account } from '../../publishers/account.ts'
import { type Sessions, sessionSeconds } from '../../publishers/sessions.ts'
import { Problem } from '../answer/problems.ts'

const cookieName = 'adtally_session'
const path = '/dashboard'

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

/** @throws Problem `signed_out` without a session, or when it has ended */
export async function signedIn(request: FastifyRequest, sessions: Sessions): Promise<Account> {
  const account = await sessions.find(tokenOf(request))
  if (account) return account
  throw new Problem('signed_out', 'You are not signed in, or the session has ended. Sign in again.')
}
