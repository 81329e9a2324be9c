import type { FastifyInstance, FastifyReply } from 'fastify'
import { html } from '../../values/html.ts'
import { NetworkLinks } from '../network-links.ts'
import { limitPages } from '../plugins/limit-pages.ts'
import { allNeed } from '../plugins/needs.ts'
import type { CommunityServices } from '../services.ts'
import { documentationPage } from './documentation-page.ts'
import { gamePage } from './game-page.ts'
import { contentSecurityPolicy, layout } from './layout.ts'
import { userPage } from './user-page.ts'

const latestShown = 15
const gamesShown = 30

/** The public network's pages: games, users and the documentation of its interface. */
export function pageRoutes(root: FastifyInstance, services: CommunityServices): void {
  root.register(async (app) => addPages(app, services))
}

function addPages(
  app: FastifyInstance,
  { community, limiter, pageLimiter, settings }: CommunityServices,
): void {
  allNeed(app, 'nothing')
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
    if (!game) return send(reply, 404, missingPage('Game not found', links))
    const latest = await community.activity({ of: 'game', key: game.key }, null, latestShown)
    return send(reply, 200, gamePage(game, latest, links))
  })

  app.get<{ Params: { username: string } }>('/users/:username', async (request, reply) => {
    const links = linksNow()
    const user = await community.userByUsername(request.params.username)
    if (!user) return send(reply, 404, missingPage('User not found', links))
    if (user.closedAtMs !== null) {
      return send(reply, 410, missingPage('This user has closed their account', links))
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

function missingPage(title: string, links: NetworkLinks): string {
  const head = {
    title,
    description: title,
    url: null,
    type: 'website',
    imageUrl: null,
    recordUrl: null,
  } as const
  const body = html`<h1>${title}</h1><p class="empty">Go to <a href="${links.documentation}">the public interface</a>.</p>`
  return layout(head, links, body)
}
