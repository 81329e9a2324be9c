import type { FastifyRequest } from 'fastify'
import { Type } from 'typebox'
import type { AuditAction, AuditFacts } from '../../audit/audit-event.ts'
import { longestPassword } from '../../publishers/passwords.ts'
import type { FoundSession } from '../../records/sessions.ts'
import { toSessionView } from '../../use-cases/user-view.ts'
import { Refusal } from '../../values/refusal.ts'
import { Problem } from '../answer/problems.ts'
import { actorOf } from '../plugins/actor.ts'
import type { DashboardServices } from '../services.ts'
import { admitKnownBrowser } from './admit-sign-in.ts'
import { checkCode } from './check-code.ts'
import { sessionClientOf } from './describe-browser.ts'
import { checkNewPassword } from './new-password.ts'
import { route } from './route-table.ts'
import { sessionOf, takeSession } from './session-cookie.ts'

const chooseBody = Type.Object({ account: Type.String({ maxLength: 64 }) })
const endBody = Type.Object({ id: Type.Integer({ minimum: 1 }) })
const passwordBody = Type.Object({
  current_password: Type.String({ maxLength: 4 * longestPassword, writeOnly: true }),
  new_password: Type.String(),
})
const codeBody = Type.Object({
  code: Type.String({ minLength: 1, maxLength: 64, writeOnly: true }),
})

/** A user's own: sessions, the password, the second factor, and the account that the browser shows. */
export function profileRoutes(services: DashboardServices) {
  const { audit, secondFactors, sessions, signInLimits, users } = services

  /** Owners of every account see what their users change. */
  const record = (
    request: FastifyRequest,
    { user, memberships }: FoundSession,
    action: AuditAction,
    facts: AuditFacts = {},
  ) =>
    audit.record(
      actorOf(request, 'session', user.login),
      memberships.map(({ account }) => ({ action, account: account.username, facts })),
    )

  /** {@link checkCode}, with a record of refused codes. */
  const checked = <Result>(
    request: FastifyRequest,
    found: FoundSession,
    check: () => Promise<Result | false | null>,
  ) =>
    checkCode(found.user, signInLimits, check).catch(async (error: unknown) => {
      if (error instanceof Problem) {
        await record(request, found, 'sign_in_failed', { reason: error.code })
      }
      throw error
    })

  return {
    'GET /profile': route({
      needs: 'session',
      answer: async ({ request }) => {
        const { user, session, principal, memberships } = sessionOf(request)
        const { isSet, recoveryCodesLeft } = await secondFactors.state(user)
        const open = await sessions.list(user)
        const stored = await users.byLogin(user.login)
        return {
          user: user.login,
          account: principal.account.username,
          accounts: memberships.map(({ account, role }) => ({ account: account.username, role })),
          has_password: Boolean(stored?.passwordHash),
          second_factor: { is_set: isSet, recovery_codes_left: recoveryCodesLeft },
          sessions: open.map((one) => {
            const { id, browser, network, openedAt, lastUsedAt } = toSessionView(one)
            return {
              id,
              browser,
              network,
              opened_at: openedAt,
              last_used_at: lastUsedAt,
              is_this: id === session.id,
            }
          }),
        }
      },
    }),

    'POST /account/choose': route({
      needs: 'session',
      body: chooseBody,
      answer: async ({ request, body }) => {
        if (!(await sessions.chooseAccount(sessionOf(request), body.account))) {
          throw new Problem('unknown_account', 'You do not sign in to an account with this name.')
        }
      },
    }),

    'POST /sessions/end': route({
      needs: 'session',
      body: endBody,
      answer: async ({ request, body }) => {
        const found = sessionOf(request)
        await sessions.end(found.user, body.id).catch((error: unknown) => {
          if (!(error instanceof Refusal)) throw error
          throw new Problem('unknown_session', 'This session has ended already.')
        })
        await record(request, found, 'session_ended')
      },
    }),

    'POST /password': route({
      needs: 'session',
      body: passwordBody,
      answer: async ({ request, reply, body }) => {
        const found = sessionOf(request)
        const { user, session, memberships } = found
        const { current_password: current, new_password: next } = body
        checkNewPassword('new_password', next)
        const browser = `session ${session.id}`
        const attempt = await admitKnownBrowser(user.login, browser, signInLimits)
        const change = users.changePassword(user, current, next, attempt.guesser)
        const changed = await change.catch(async (error) => {
          await attempt.dropped()
          throw error
        })
        if (!changed) {
          await record(request, found, 'sign_in_failed', { reason: 'wrong_password' })
          throw new Problem('wrong_password', 'The current password is wrong.')
        }
        // All sessions have ended. The new one shows the same account.
        const known = { user: { ...changed, lastAccountId: session.accountId }, memberships }
        const opened = await sessions.open(known, sessionClientOf(request))
        await takeSession(request, reply, opened, services)
        await attempt.succeeded()
        await record(request, found, 'password_set')
      },
    }),

    'POST /second-factor/begin': route({
      needs: 'session',
      answer: async ({ request }) => {
        const { user } = sessionOf(request)
        const { secret, url } = await secondFactors.begin(user)
        return { user: user.login, secret, url }
      },
    }),

    'POST /second-factor/confirm': route({
      needs: 'session',
      body: codeBody,
      answer: async ({ request, body }) => {
        const found = sessionOf(request)
        const recoveryCodes = await checked(request, found, () =>
          secondFactors.confirm(found.user, body.code),
        )
        await record(request, found, 'second_factor_set')
        return { user: found.user.login, recovery_codes: recoveryCodes }
      },
    }),

    'POST /second-factor/remove': route({
      needs: 'session',
      body: codeBody,
      answer: async ({ request, body }) => {
        const found = sessionOf(request)
        await checked(request, found, () => secondFactors.accepts(found.user, body.code))
        await secondFactors.remove(found.user)
        await record(request, found, 'second_factor_removed')
      },
    }),
  }
}
