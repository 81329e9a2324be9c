import type { FastifyInstance } from 'fastify'
import { revealKey } from '../../use-cases/reveal-key.ts'
import { rotateKey } from '../../use-cases/rotate-key.ts'
import { formatDay } from '../../values/day.ts'
import type { DashboardServices } from '../services.ts'
import { refuseCrossSite } from './same-site.ts'
import { signedIn } from './session-cookie.ts'

/** The signed-in account, its apps and networks, and its API key. */
export function accountRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { call, sessions, apps, ledger, today } = services

  app.get('/dashboard/api/account', async (request, reply) => {
    const account = await signedIn(request, sessions)
    const span = await ledger.span(account.id)
    reply.header('cache-control', 'no-store')
    return {
      username: account.username,
      currency: account.currency,
      today: formatDay(today()),
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
      const { username } = await signedIn(request, sessions)
      const { key } = await call(useCase, { username })
      reply.header('cache-control', 'no-store')
      return { key }
    })
  }
}
