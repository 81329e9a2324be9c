import type { FastifyReply, FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AuditRecord } from '../../audit/audit-event.ts'
import {
  type BegunSignIn,
  type ProvedIdentity,
  ProviderError,
  type ProviderFault,
} from '../../publishers/provider-sign-in.ts'
import type { IdentifiedUser } from '../../records/provider-sign-ins.ts'
import { grantFacts, toGrantView } from '../../use-cases/user-view.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import { clientOf, countAgainst, waitSeconds } from '../plugins/count-request.ts'
import type { DashboardServices } from '../services.ts'
import { sessionClientOf } from './describe-browser.ts'
import { route } from './route-table.ts'
import { isHttps, takeSession } from './session-cookie.ts'

const cookieName = 'adtally_provider'
const path = '/dashboard/api/provider'
const callbackPath = `${path}/callback`
const cookieOptions = { path, httpOnly: true, sameSite: 'lax' } as const
/** How long someone may take to sign in at the provider. */
const maxSeconds = 600
const retryAfterSeconds = 60

const beginBody = Type.Object({
  /** The page to return to. */
  to: Type.String({ maxLength: 2_000, pattern: '^/dashboard(/[\\w.~%/-]*)?(\\?[!-"$-~]*)?$' }),
})

/** Kept by the browser, encrypted, while it is at the provider. */
interface KeptSignIn extends Pick<BegunSignIn, 'state'> {
  readonly to: string
  readonly expiresAtMs: number
}

/** Why nobody is signed in. The sign-in page has a sentence for each. */
type Fault = ProviderFault | 'email_not_verified' | 'not_invited' | 'rate_limited'

/** A sign-in that was begun, in a cookie of the browser. */
const signInPlace = ['sign-in']

/** Signs in with the studio's identity provider. */
export function providerRoutes(services: DashboardServices) {
  const { apps, audit, provider, providerSignIns, accounts, sessions, users } = services
  const { settings, signInLimits, vault } = services

  const identify = async (
    request: FastifyRequest,
    kept: KeptSignIn | null,
  ): Promise<Fault | Exclude<IdentifiedUser, string>> => {
    if (!kept) return 'sign_in_expired'
    const url = new URL(request.url, settings.baseUrl())
    const identity = await provider!.finish(url, kept.state).catch((error: unknown) => {
      if (!(error instanceof ProviderError)) throw error
      request.log.warn(`A sign-in with ${provider!.name} failed: ${error.message}`)
      return error.fault
    })
    return typeof identity === 'string' ? identity : identified(identity)
  }

  const identified = (identity: ProvedIdentity) => providerSignIns.identify(identity)

  /** @returns the page to show; null for a user whose accounts are all disabled */
  const signIn = async (
    request: FastifyRequest,
    reply: FastifyReply,
    { user, isNew, joined }: Exclude<IdentifiedUser, string>,
    to: string,
  ): Promise<string | null> => {
    const known = await users.known(user)
    if (!known) return null
    const opened = await sessions.open(known, sessionClientOf(request))
    await takeSession(request, reply, opened, services)
    const facts = { provider: provider!.name }
    const account = opened.principal.account.username
    const joinings = joined.map(async (invitation) => ({
      action: 'user_joined' as const,
      account: (await accounts.byId(invitation.accountId))?.username ?? null,
      facts: { ...facts, ...grantFacts(await toGrantView(user.login, invitation, apps)) },
    }))
    const records: AuditRecord[] = [
      ...(await Promise.all(joinings)),
      ...(isNew ? [{ action: 'provider_linked', account, facts } as const] : []),
      { action: 'sign_in', account, facts },
    ]
    await audit.record(actorOf(request, 'session', user.login), records)
    // The link of the invitation has been used.
    return joined.length > 0 ? '/dashboard' : to
  }

  /** @returns null when the browser began no sign-in, or too long ago */
  const keptOf = ({ cookies }: FastifyRequest): KeptSignIn | null => {
    const opened = vault.openOrNull(
      Buffer.from(cookies[cookieName] ?? '', 'base64url'),
      signInPlace,
    )
    const kept: KeptSignIn | null = opened === null ? null : JSON.parse(opened)
    return kept && kept.expiresAtMs > Date.now() ? kept : null
  }

  return {
    'POST /provider/begin': route({
      needs: 'nothing',
      body: beginBody,
      answer: async ({ request, reply, body }) => {
        if (!provider) throw new Problem('not_found', 'This server has no sign-in provider.')
        const callback = settings.baseUrl() + callbackPath
        const { url, state } = await provider.begin(callback).catch((error: unknown) => {
          if (!(error instanceof ProviderError)) throw error
          throw new Problem(
            'provider_unavailable',
            `${provider.name} does not answer. Try again in a minute, or sign in with a password.`,
            { headers: { 'retry-after': String(retryAfterSeconds) }, cause: error },
          )
        })
        const kept: KeptSignIn = { state, to: body.to, expiresAtMs: inMs(maxSeconds) }
        const value = Buffer.from(vault.seal(JSON.stringify(kept), signInPlace)).toString(
          'base64url',
        )
        reply.setCookie(cookieName, value, {
          ...cookieOptions,
          maxAge: maxSeconds,
          secure: isHttps(request, settings.baseUrl()),
        })
        return { url }
      },
    }),

    'GET /provider/callback': route({
      needs: 'nothing',
      answer: async ({ request, reply }) => {
        if (!provider) throw new Problem('not_found', 'This server has no sign-in provider.')
        reply.clearCookie(cookieName, cookieOptions)
        reply.header('cache-control', 'no-store').header('referrer-policy', 'no-referrer')
        const kept = keptOf(request)
        const address = clientOf(request)
        const isLimited = (await waitSeconds(signInLimits.byAddress, address)) !== null
        const outcome = isLimited ? 'rate_limited' : await identify(request, kept)
        if (typeof outcome !== 'string') {
          const to = await signIn(request, reply, outcome, kept!.to)
          if (to !== null) return reply.redirect(to, 303)
        }
        const fault = typeof outcome === 'string' ? outcome : 'not_invited'
        await countAgainst(signInLimits.byAddress, address)
        await audit.record(actorOf(request, 'visitor'), [
          {
            action: 'sign_in_failed',
            account: null,
            facts: { reason: fault, provider: provider.name },
          },
        ])
        return reply.redirect(`/dashboard#sign-in=${fault}`, 303)
      },
    }),
  }
}

const inMs = (seconds: number): number => Date.now() + seconds * 1_000
