import type { FastifyInstance } from 'fastify'
import { figuresOf, type Principal } from '../../publishers/principal.ts'
import { VisibleApps } from '../../publishers/visible-apps.ts'
import { formatDay } from '../../values/day.ts'
import { principalOf } from '../plugins/guard.ts'
import type { DashboardServices } from '../services.ts'
import { accountAnswer } from './answer-schema.ts'
import { sessionOf } from './session-cookie.ts'

/** The signed-in account, its apps and networks. */
export function accountRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { apps, ledger, today, settings } = services

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
}
