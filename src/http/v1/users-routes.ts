import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CommunityUser } from '../../community/user.ts'
import { Problem } from '../answer/problems.ts'
import { gamesPage as gamesAnswer, user, usersPage as usersAnswer } from './answer-schema.ts'
import { listRoute, pathPart, recordRoute, streamRoutes, type V1Context } from './context.ts'
import { gamesPage, usersPage } from './lists.ts'
import { keyCursor } from './page.ts'
import { userBody } from './record-bodies.ts'
import { usersTemplates } from './root-body.ts'

export function usersRoutes(v1: FastifyInstance, context: V1Context): void {
  const { community, links: linksNow } = context

  const userOf = async (request: FastifyRequest): Promise<CommunityUser> => {
    const user = await community.userByUsername(pathPart(request, 'username'))
    if (!user) throw new Problem('unknown_user', 'There is no user with this username.')
    if (user.closedAtMs !== null) {
      throw new Problem('user_closed', 'The user has closed their account.')
    }
    return user
  }

  const all = { operationId: 'listUsers', summary: 'All users', answer: usersAnswer }
  listRoute(v1, '/users', all, keyCursor, async (question) => {
    const links = linksNow()
    const page = await usersPage(question, links, links.users, (after, limit) =>
      community.users(after, limit),
    )
    return { ...page, url_templates: usersTemplates(links) }
  })

  const problems = ['unknown_user', 'user_closed'] as const
  const one = { operationId: 'getUser', summary: 'A user', answer: user, problems }
  recordRoute(v1, '/users/:username', one, async (request) =>
    userBody(await userOf(request), linksNow()),
  )

  const games = {
    operationId: 'listGamesOfUser',
    summary: 'Games of a user',
    answer: gamesAnswer,
    problems,
  }
  listRoute(v1, '/users/:username/games', games, keyCursor, async (question, request) => {
    const user = await userOf(request)
    const links = linksNow()
    return gamesPage(question, links, `${links.user(user)}/games`, (after, limit) =>
      community.gamesOf(user.key, after, limit),
    )
  })

  streamRoutes(v1, context, '/users/:username', 'user', async (request) => {
    const user = await userOf(request)
    return { key: user.key, url: linksNow().user(user) }
  })
}
