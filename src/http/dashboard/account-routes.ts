import type { FastifyInstance } from 'fastify'
import { figuresOf, type Principal } from '../../publishers/principal.ts'
import { VisibleApps } from '../../publishers/visible-apps.ts'
import { revealKey } from '../../use-cases/reveal-key.ts'
import { rotateKey } from '../../use-cases/rotate-key.ts'
import { formatDay } from '../../values/day.ts'
import { actorOf } from '../plugins/actor.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import { accountAnswer, keyAnswer } from './answer-schema.ts'
import { orProblem } from './refused.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers, sessionOf } from './session-cookie.ts'

/** The signed-in account, its apps and networks, and its API key. */
export function accountRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { callAs, apps, ledger, today, settings } = services

  app.get(
    '/dashboard/api/account',
    { config: { needs: 'read', answer: accountAnswer } },
    async (request, reply) => {
      const principal = principalOf(request)
      reply.header('cache-control', 'no-store')
      const body = await app.answerLanes.askShort(principal.account.id, () =>
        accountBody(principal),
      )
      const { memberships } = sessionOf(request)
      return { ...body, accounts: memberships.map(({ account }) => account.username) }
    },
  )

  const accountBody = async (principal: Principal) => {
    const { account, permissions, apps: only } = principal
    const scope = figuresOf(principal)
    const span = await ledger.span(scope)
    return {
      username: account.username,
      currency: account.currency,
      user: principal.name,
      permissions: [...permissions],
      sees_all_apps: only === null,
      today: formatDay(today()),
      max_range_days: settings.maxRangeDays,
      figures_from: span && formatDay(span.firstDay),
      figures_to: span && formatDay(span.lastDay),
      networks: await ledger.networks(scope),
      apps: (await new VisibleApps(apps, principal).all()).map((one) => ({
        app_id: one.appId,
        name: one.name,
        platform: one.platform,
        store_id: one.appStoreId ?? one.androidPackage ?? one.appBundleId ?? null,
      })),
    }
  }

  // Revealing is a POST too, so that no page of another site can load the key.
  for (const [action, useCase] of [
    ['reveal', revealKey],
    ['rotate', rotateKey],
  ] as const) {
    const path = `/dashboard/api/key/${action}`
    const options = {
      config: { needs: 'manage', answer: keyAnswer },
      preHandler: refuseCrossSite,
    } as const
    app.post(path, options, async (request, reply) => {
      const principal = principalOf(request)
      const { username } = principal.account
      const call = callAs(actorOf(request, 'session', principal.name))
      const { key } = await orProblem(call(useCase, { username }))
      reply.header('cache-control', 'no-store')
      return { ...accountMembers(principal), key }
    })
  }
}
