import type { FastifyInstance, FastifyReply } from 'fastify'
import { NetworkLinks } from '../network-links.ts'
import { limitPages } from '../plugins/limit-pages.ts'
import type { CommunityServices } from '../services.ts'
import { documentationPage } from './documentation-page.ts'
import { gamePage } from './game-page.ts'
import { html } from './html.ts'
import { contentSecurityPolicy, layout } from './layout.ts'
import { userPage } from './user-page.ts'

const latestShown = 15
const gamesShown = 30

/** The pages that `web_url` leads to, and the one about the public interface. */
export function pageRoutes(root: FastifyInstance, services: CommunityServices): void {
  root.register(async (app) => addPages(app, services))
}

function addPages(
  app: FastifyInstance,
  { community, limiter, pageLimiter, settings }: CommunityServices,
): void {
  const linksNow = () => new NetworkLinks(settings.networkUrl())
  limitPages(app, pageLimiter, (reply, seconds) =>
    send(
      reply,
      429,
      missingPage(`Too many requests. Try again in ${seconds} seconds.`, linksNow()),
    ),
  )

  app.get<{ Params: { slug: string } }>('/games/:slug', async (request, reply) => {
    const links = linksNow()
    const game = await community.gameBySlug(request.params.slug)
    if (!game) return send(reply, 404, missingPage('There is no such game.', links))
    const latest = await community.activity({ of: 'game', key: game.key }, null, latestShown)
    return send(reply, 200, gamePage(game, latest, links))
  })

  app.get<{ Params: { username: string } }>('/users/:username', async (request, reply) => {
    const links = linksNow()
    const user = await community.userByUsername(request.params.username)
    if (!user) return send(reply, 404, missingPage('There is no such user.', links))
    if (user.closedAtMs !== null) {
      return send(reply, 410, missingPage('This user has closed the account.', links))
    }
    const games = await community.gamesOf(user.key, 0, gamesShown)
    const latest = await community.activity({ of: 'user', key: user.key }, null, latestShown)
    return send(reply, 200, userPage(user, games, latest, links))
  })

  app.get('/documentation', async (_request, reply) =>
    send(reply, 200, documentationPage(linksNow(), limiter.points)),
  )
}

function send(reply: FastifyReply, status: number, page: string): FastifyReply {
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header('content-security-policy', contentSecurityPolicy)
    .header('referrer-policy', 'no-referrer')
    .send(page)
}

function missingPage(what: string, links: NetworkLinks): string {
  const head = {
    title: what,
    description: what,
    url: null,
    type: 'website',
    imageUrl: null,
    recordUrl: null,
  } as const
  const body = html`<h1>${what}</h1><p class="empty">Everything there is can be found from <a href="${links.documentation}">the public interface</a>.</p>`
  return layout(head, links, body)
}
