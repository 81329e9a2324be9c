import type { FastifyInstance } from 'fastify'
import { revealKey } from '../../use-cases/reveal-key.ts'
import { rotateKey } from '../../use-cases/rotate-key.ts'
import { formatDay } from '../../values/day.ts'
import { actorOf } from '../plugins/actor.ts'
import type { DashboardServices } from '../services.ts'
import { refuseCrossSite } from './same-site.ts'
import { accountMembers, signedIn } from './session-cookie.ts'

/** The signed-in account, its apps and networks, and its API key. */
export function accountRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { callAs, sessions, apps, ledger, today, settings } = services

  app.get('/dashboard/api/account', async (request, reply) => {
    const account = await signedIn(request, sessions)
    const span = await ledger.span(account.id)
    reply.header('cache-control', 'no-store')
    return {
      username: account.username,
      currency: account.currency,
      today: formatDay(today()),
      max_range_days: settings.maxRangeDays,
      figures_from: span && formatDay(span.firstDay),
      figures_to: span && formatDay(span.lastDay),
      networks: await ledger.networks(account.id),
      apps: (await apps.ofAccount(account.id)).map((one) => ({
        app_id: one.appId,
        name: one.name,
        platform: one.platform,
        store_id: one.appStoreId ?? one.androidPackage ?? one.appBundleId ?? null,
      })),
    }
  })

  // Revealing is a POST too, so that no page of another site can load the key.
  for (const [action, useCase] of [
    ['reveal', revealKey],
    ['rotate', rotateKey],
  ] as const) {
    const path = `/dashboard/api/key/${action}`
    app.post(path, { preHandler: refuseCrossSite }, async (request, reply) => {
      const account = await signedIn(request, sessions)
      const { username } = account
      const { key } = await callAs(actorOf(request, 'session'))(useCase, { username })
      reply.header('cache-control', 'no-store')
      return { ...accountMembers(account), key }
    })
  }
}
