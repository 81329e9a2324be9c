import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Topic, topics } from '../../community/activity.ts'
import type { Game } from '../../community/game.ts'
import { Problem } from '../problems.ts'
import { listRoute, pathPart, recordRoute, type V1Context } from './context.ts'
import { activityPage, gamesPage, usersPage } from './lists.ts'
import { keyCursor, streamCursor } from './page.ts'
import { gameBody } from './record-bodies.ts'
import { gamesTemplates } from './root-body.ts'

/** The part about games. */
export function gamesRoutes(v1: FastifyInstance, { community, links: linksNow }: V1Context): void {
  const gameOf = async (request: FastifyRequest): Promise<Game> => {
    const game = await community.gameById(pathPart(request, 'id'))
    if (!game) throw new Problem('unknown_game', 'There is no game with this id.')
    return game
  }

  listRoute(v1, '/games', keyCursor, async (question) => {
    const links = linksNow()
    const page = await gamesPage(question, links, links.games, (after, limit) =>
      community.games(after, limit),
    )
    return { ...page, url_templates: gamesTemplates(links) }
  })

  recordRoute(v1, '/games/:id', async (request) => gameBody(await gameOf(request), linksNow()))

  listRoute(v1, '/games/:id/players', keyCursor, async (question, request) => {
    const game = await gameOf(request)
    const links = linksNow()
    return usersPage(question, links, `${links.game(game)}/players`, (after, limit) =>
      community.playersOf(game.key, after, limit),
    )
  })

  const stream = (part: string, topic?: Topic) =>
    listRoute(v1, `/games/:id/${part}`, streamCursor, async (question, request) => {
      const game = await gameOf(request)
      const links = linksNow()
      const of = { of: 'game', key: game.key, ...(topic && { topic }) } as const
      return activityPage(question, links, `${links.game(game)}/${part}`, community, of)
    })
  stream('activity')
  for (const topic of Object.keys(topics) as Topic[]) stream(topic, topic)
}
