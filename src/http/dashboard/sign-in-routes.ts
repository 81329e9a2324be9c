import type { FastifyRequest } from 'fastify'
import { type Static, Type } from 'typebox'
import type { AuditRecord } from '../../audit/audit-event.ts'
import { longestPassword } from '../../publishers/passwords.ts'
import { toLogin } from '../../publishers/user.ts'
import type { OpenedSession } from '../../records/sessions.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import type { DashboardServices } from '../services.ts'
import { admitKnownBrowser, admitStranger } from './admit-sign-in.ts'
import { checkCode } from './check-code.ts'
import { sessionClientOf } from './describe-browser.ts'
import { route } from './route-table.ts'
import { browserProofOf, clearToken, takeSession, tokenOf } from './session-cookie.ts'

const signInBody = Type.Object({
  username: Type.String({ maxLength: 254 }),
  password: Type.String({ maxLength: 4 * longestPassword, writeOnly: true }),
  /** Of the second factor; absent until the page knows that it is needed. */
  code: Type.Optional(Type.String({ maxLength: 64 })),
})

type SignIn = Static<typeof signInBody>

/** Signs in with a password, and out. Failed attempts are rate-limited. */
export function signInRoutes(services: DashboardServices) {
  const { audit, provider, secondFactors, sessions, signInLimits, users } = services

  /** @throws Problem `rate_limited`, `wrong_password`, `second_factor_needed` or `wrong_code` */
  const open = async (
    request: FastifyRequest,
    { username, password, code }: SignIn,
  ): Promise<OpenedSession> => {
    const login = toLogin(username)
    const browser = await sessions.knownBrowser(login, browserProofOf(request))
    const attempt = await (browser === null
      ? admitStranger(login, request.ip, signInLimits)
      : admitKnownBrowser(login, browser, signInLimits))
    const known = await users.byPassword(login, password, attempt.guesser).catch(async (error) => {
      await attempt.dropped()
      throw error
    })
    if (!known) {
      throw new Problem('wrong_password', 'The username or the password is wrong.')
    }
    if ((await secondFactors.state(known.user)).isSet) {
      if (code === undefined) {
        await attempt.dropped()
        throw new Problem(
          'second_factor_needed',
          'Type the code that your authenticator app shows, or a recovery code.',
        )
      }
      await checkCode(known.user, signInLimits, () => secondFactors.accepts(known.user, code))
    }
    await attempt.succeeded()
    return sessions.open(known, sessionClientOf(request))
  }

  /** Only names of users and accounts are recorded: anything else that was typed may be a password. */
  const failedSignIn = async ({ username }: SignIn, { code }: Problem): Promise<AuditRecord[]> => {
    const user = code === 'rate_limited' ? null : await users.byLogin(username)
    const account = user ? await users.accountShown(user) : null
    const facts = {
      reason: code,
      ...(user && user.login !== account?.username && { user: user.login }),
    }
    return [{ action: 'sign_in_failed', account: account?.username ?? null, facts }]
  }

  return {
    'GET /sign-in/options': route({
      needs: 'nothing',
      answer: async () => ({ provider: provider?.name ?? null }),
    }),

    'POST /sign-in': route({
      needs: 'nothing',
      body: signInBody,
      answer: async ({ request, reply, body }) => {
        const opened = await open(request, body).catch(async (error: unknown) => {
          if (error instanceof Problem && error.code !== 'second_factor_needed') {
            await audit.record(actorOf(request, 'visitor'), failedSignIn(body, error))
          }
          throw error
        })
        await takeSession(request, reply, opened, services)
        const { name, account } = opened.principal
        await audit.record(actorOf(request, 'session', name), [
          { action: 'sign_in', account: account.username, facts: {} },
        ])
      },
    }),

    'POST /sign-out': route({
      needs: 'nothing',
      answer: async ({ request, reply }) => {
        const found = await sessions.find(tokenOf(request))
        await sessions.close(tokenOf(request))
        if (found) {
          const { name, account } = found.principal
          await audit.record(actorOf(request, 'session', name), [
            { action: 'sign_out', account: account.username, facts: {} },
          ])
        }
        clearToken(reply)
      },
    }),
  }
}
