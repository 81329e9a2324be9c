import cookie from '@fastify/cookie'
import type { FastifyInstance } from 'fastify'
import { Problem } from '../answer/problems.ts'
import { compressAnswers } from '../plugins/compress-answers.ts'
import { guardRoutes } from '../plugins/guard.ts'
import { limitPages } from '../plugins/limit-pages.ts'
import { allNeed } from '../plugins/needs.ts'
import type { DashboardServices } from '../services.ts'
import { accountRoutes } from './account-routes.ts'
import { alertRoutes } from './alert-routes.ts'
import { appRoutes } from './app-routes.ts'
import { auditRoutes } from './audit-routes.ts'
import { channelRoutes } from './channel-routes.ts'
import { citationRoutes } from './citation-routes.ts'
import { connectionRoutes } from './connection-routes.ts'
import { destinationRoutes } from './destination-routes.ts'
import { digestRoutes } from './digest-routes.ts'
import { historyRoutes } from './history-routes.ts'
import { insightRoutes } from './insight-routes.ts'
import { invitationRoutes } from './invitation-routes.ts'
import { keyRoutes } from './key-routes.ts'
import { moneyRoutes } from './money-routes.ts'
import { noteRoutes } from './note-routes.ts'
import { ownShareRoutes, partnerRoutes } from './partner-routes.ts'
import { profileRoutes } from './profile-routes.ts'
import { providerRoutes } from './provider-routes.ts'
import { rateRoutes } from './rate-routes.ts'
import { restatementRoutes } from './restatement-routes.ts'
import { addRoutes } from './route-table.ts'
import { signedIn } from './session-cookie.ts'
import { setupRoutes } from './setup-routes.ts'
import { signInRoutes } from './sign-in-routes.ts'
import { sendWait, siteRoutes } from './site.ts'
import { toDoRoutes } from './to-do-routes.ts'
import { receiveUploads, uploadRoutes } from './upload-routes.ts'
import { usersRoutes } from './users-routes.ts'
import { viewRoutes } from './view-routes.ts'

/** The dashboard's cookies are base64url. Decoding a head full of others could fail thousands of times. */
const plainCookies = { encode: (value: string) => value, decode: (value: string) => value }

/**
 * The dashboard's files and the interface that they use.
 *
 * @param others adds routes of other interfaces, for signed-in users
 */
export async function dashboardRoutes(
  app: FastifyInstance,
  services: DashboardServices,
  others: (app: FastifyInstance) => void,
): Promise<void> {
  await app.register(cookie, { parseOptions: plainCookies })
  app.decorateRequest('browserSession', null)
  await app.register(async (site) => {
    allNeed(site, 'nothing')
    limitPages(site, services.pageLimiter, sendWait)
    await siteRoutes(site)
  })
  compressAnswers(app)
  guardRoutes(app, async (request) => ({
    principal: await signedIn(request, services),
    linkKey: null,
  }))
  keepNoAnswers(app)
  const tables = [
    signInRoutes(services),
    providerRoutes(services),
    invitationRoutes(services),
    setupRoutes(services),
    profileRoutes(services),
    usersRoutes(services),
    accountRoutes(services),
    appRoutes(services),
    insightRoutes(services),
    toDoRoutes(),
    citationRoutes(),
    channelRoutes(),
    destinationRoutes(),
    partnerRoutes(),
    ownShareRoutes(),
    alertRoutes(),
    digestRoutes(services),
    restatementRoutes(services),
    historyRoutes(services),
    uploadRoutes(services),
    keyRoutes(services),
    connectionRoutes(app, services),
    rateRoutes(),
    auditRoutes(),
    viewRoutes(),
    noteRoutes(),
    moneyRoutes(),
  ]
  for (const table of tables) addRoutes(app, services, table)
  receiveUploads(app, services)
  others(app)
  // Without these routes, unknown paths would get the dashboard's page.
  for (const path of ['/dashboard/api', '/dashboard/api/*']) {
    app.get(path, { config: { needs: 'nothing' } }, async () => {
      throw new Problem('not_found', 'There is nothing at this URL.')
    })
  }
}

/** No cache keeps an answer that does not say otherwise. */
function keepNoAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (_request, reply) => {
    const isKept = reply.hasHeader('cache-control') || ![200, 202].includes(reply.statusCode)
    if (!isKept) reply.header('cache-control', 'no-store')
  })
}
