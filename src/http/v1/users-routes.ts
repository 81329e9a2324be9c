import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type Topic, topics } from '../../community/activity.ts'
import type { User } from '../../community/user.ts'
import { Problem } from '../problems.ts'
import { listRoute, pathPart, recordRoute, type V1Context } from './context.ts'
import { activityPage, gamesPage, usersPage } from './lists.ts'
import { keyCursor, streamCursor } from './page.ts'
import { userBody } from './record-bodies.ts'
import { usersTemplates } from './root-body.ts'

/** The part about users. */
export function usersRoutes(v1: FastifyInstance, { community, links: linksNow }: V1Context): void {
  const userOf = async (request: FastifyRequest): Promise<User> => {
    const user = await community.userByUsername(pathPart(request, 'username'))
    if (!user) throw new Problem('unknown_user', 'There is no user with this username.')
    if (user.closedAtMs !== null) {
      throw new Problem('user_closed', 'The user has closed the account.')
    }
    return user
  }

  listRoute(v1, '/users', keyCursor, async (question) => {
    const links = linksNow()
    const page = await usersPage(question, links, links.users, (after, limit) =>
      community.users(after, limit),
    )
    return { ...page, url_templates: usersTemplates(links) }
  })

  recordRoute(v1, '/users/:username', async (request) =>
    userBody(await userOf(request), linksNow()),
  )

  listRoute(v1, '/users/:username/games', keyCursor, async (question, request) => {
    const user = await userOf(request)
    const links = linksNow()
    return gamesPage(question, links, `${links.user(user)}/games`, (after, limit) =>
      community.gamesOf(user.key, after, limit),
    )
  })

  const stream = (part: string, topic?: Topic) =>
    listRoute(v1, `/users/:username/${part}`, streamCursor, async (question, request) => {
      const user = await userOf(request)
      const links = linksNow()
      const of = { of: 'user', key: user.key, ...(topic && { topic }) } as const
      return activityPage(question, links, `${links.user(user)}/${part}`, community, of)
    })
  stream('activity')
  for (const topic of Object.keys(topics) as Topic[]) stream(topic, topic)
}
