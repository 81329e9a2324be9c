import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { Game } from '../../community/game.ts'
import { Problem } from '../answer/problems.ts'
import { game, gamesPage as gamesAnswer, usersPage as usersAnswer } from './answer-schema.ts'
import { listRoute, pathPart, recordRoute, streamRoutes, type V1Context } from './context.ts'
import { gamesPage, usersPage } from './lists.ts'
import { keyCursor } from './page.ts'
import { gameBody } from './record-bodies.ts'
import { gamesTemplates } from './root-body.ts'

export function gamesRoutes(v1: FastifyInstance, context: V1Context): void {
  const { community, links: linksNow } = context

  const gameOf = async (request: FastifyRequest): Promise<Game> => {
    const game = await community.gameById(pathPart(request, 'id'))
    if (!game) throw new Problem('unknown_game', 'There is no game with this id.')
    return game
  }

  const all = { operationId: 'listGames', summary: 'All games', answer: gamesAnswer }
  listRoute(v1, '/games', all, keyCursor, async (question) => {
    const links = linksNow()
    const page = await gamesPage(question, links, links.games, (after, limit) =>
      community.games(after, limit),
    )
    return { ...page, url_templates: gamesTemplates(links) }
  })

  const one = {
    operationId: 'getGame',
    summary: 'A game',
    answer: game,
    problems: ['unknown_game'],
  } as const
  recordRoute(v1, '/games/:id', one, async (request) => gameBody(await gameOf(request), linksNow()))

  const players = {
    operationId: 'listPlayersOfGame',
    summary: 'Players of a game',
    answer: usersAnswer,
    problems: ['unknown_game'],
  } as const
  listRoute(v1, '/games/:id/players', players, keyCursor, async (question, request) => {
    const game = await gameOf(request)
    const links = linksNow()
    return usersPage(question, links, `${links.game(game)}/players`, (after, limit) =>
      community.playersOf(game.key, after, limit),
    )
  })

  streamRoutes(v1, context, '/games/:id', 'game', async (request) => {
    const game = await gameOf(request)
    return { key: game.key, url: linksNow().game(game) }
  })
}
