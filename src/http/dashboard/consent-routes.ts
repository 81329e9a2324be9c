import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import { beginConsent, finishConsent } from '../../use-cases/connections/consent.ts'
import { Problem } from '../answer/problems.ts'
import type { DashboardServices } from '../services.ts'
import type { DashboardRequest } from './dashboard-request.ts'
import { ofAccount } from './route-table.ts'
import { isHttps, sessionOf } from './session-cookie.ts'

const cookieName = 'adtally_consent'
const path = '/dashboard/api/connections/consent'
/** The page that the network sends the browser back to. It is registered for the OAuth client. */
export const consentPath = '/dashboard/connections/consent'
const maxSeconds = 600
const maxBodyBytes = 16_384

const beginBody = Type.Object({ name: Type.String({ minLength: 1, maxLength: 64 }) })
const finishBody = Type.Object({ query: Type.String({ maxLength: 8_000, writeOnly: true }) })

/** Kept by the browser while it is at the network. */
interface KeptConsent {
  readonly name: string
  /** Sealed, and of no use to another session. */
  readonly kept: string
}

/**
 * The way to a network, where the owner of its account consents, and back.
 *
 * @param onConsent is called once the connection can be pulled
 */
export const consentRoutes = (
  { settings }: DashboardServices,
  onConsent: (asked: DashboardRequest, name: string) => Promise<void>,
) => ({
  'POST /connections/consent/begin': ofAccount({
    needs: 'manage',
    body: beginBody,
    maxBodyBytes,
    answer: async ({ request, reply, username, body: { name }, call }) => {
      const redirectUri = settings.baseUrl() + consentPath
      const owner = ownerOf(request)
      const begun = await call(beginConsent, { username, name, owner, redirectUri })
      const kept: KeptConsent = { name, kept: begun.kept }
      reply.setCookie(cookieName, Buffer.from(JSON.stringify(kept)).toString('base64url'), {
        ...cookieOptions,
        maxAge: maxSeconds,
        secure: isHttps(request, settings.baseUrl()),
      })
      return { url: begun.url, redirect_uri: redirectUri }
    },
  }),

  'POST /connections/consent/finish': ofAccount({
    needs: 'manage',
    body: finishBody,
    maxBodyBytes,
    answer: async (asked) => {
      const { request, reply, username, body, call } = asked
      const cookie = keptOf(request)
      if (!cookie) {
        throw new Problem(
          'refused',
          'This browser began no consent in the last 10 minutes. Begin again on the page of the connection. If you began with the command line, paste the address of this page there.',
        )
      }
      clear(reply)
      const address = settings.baseUrl() + consentPath + body.query
      const { name, kept } = cookie
      await call(finishConsent, { username, name, owner: ownerOf(request), kept, address })
      await onConsent(asked, name)
      return { name }
    },
  }),
})

const cookieOptions = { path, httpOnly: true, sameSite: 'strict' } as const

const clear = (reply: FastifyReply) => reply.clearCookie(cookieName, cookieOptions)

const ownerOf = (request: FastifyRequest) => `session ${sessionOf(request).session.id}`

function keptOf({ cookies }: FastifyRequest): KeptConsent | null {
  try {
    const text = Buffer.from(cookies[cookieName] ?? '', 'base64url').toString()
    const { name, kept } = JSON.parse(text) as Partial<KeptConsent>
    return typeof name === 'string' && typeof kept === 'string' ? { name, kept } : null
  } catch {
    return null
  }
}
