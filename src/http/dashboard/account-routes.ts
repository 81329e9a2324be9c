import type { FastifyInstance } from 'fastify'
import type { Account } from '../../publishers/account.ts'
import { revealKey } from '../../use-cases/reveal-key.ts'
import { rotateKey } from '../../use-cases/rotate-key.ts'
import { formatDay } from '../../values/day.ts'
import type { DashboardServices } from '../services.ts'
import { refuseCrossSite } from './same-site.ts'
import { signedIn } from './session-cookie.ts'

/** Who is signed in, what there is to ask about, and the account's API key. */
export function accountRoutes(app: FastifyInstance, services: DashboardServices): void {
  const { call, apps, ledger, today } = services

  app.get('/dashboard/api/account', async (request, reply) => {
    const account = await signedIn(request, services)
    reply.header('cache-control', 'no-store')
    return app.answerLanes.askShort(account.id, () => accountBody(account))
  })

  const accountBody = async (account: Account) => {
    const span = await ledger.span(account.id)
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
  }

  // Asked for with POST, so that no other site's page can have it loaded.
  app.post('/dashboard/api/key/reveal', { preHandler: refuseCrossSite }, async (request, reply) => {
    const { username } = await signedIn(request, services)
    const { key } = await call(revealKey, { username })
    reply.header('cache-control', 'no-store')
    return { key }
  })

  app.post('/dashboard/api/key/rotate', { preHandler: refuseCrossSite }, async (request, reply) => {
    const { username } = await signedIn(request, services)
    const { key } = await call(rotateKey, { username })
    reply.header('cache-control', 'no-store')
    return { key }
  })
}
