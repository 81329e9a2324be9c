import type { FastifyInstance } from 'fastify'
import { activityPlatforms } from '../../community/activity.ts'
import { Problem } from '../answer/problems.ts'
import { listRoute, pathPart, recordRoute, type V1Context } from './context.ts'
import { activityPage } from './lists.ts'
import { streamCursor } from './page.ts'
import { activityBody } from './record-bodies.ts'
import { activityTemplates } from './root-body.ts'

/** Routes of activity: a stream of everything, one for each platform, and single records. */
export function activityRoutes(
  v1: FastifyInstance,
  { community, links: linksNow }: V1Context,
): void {
  listRoute(v1, '/activity', streamCursor, async (question) => {
    const links = linksNow()
    const page = await activityPage(question, links, links.activity, community, { of: 'all' })
    return { ...page, url_templates: activityTemplates(links) }
  })

  for (const platform of activityPlatforms) {
    listRoute(v1, `/activity/${platform}`, streamCursor, async (question) => {
      const links = linksNow()
      const url = `${links.activity}/${platform}`
      return activityPage(question, links, url, community, { of: 'platform', platform })
    })
  }

  recordRoute(v1, '/activity/:id', async (request) => {
    const activity = await community.activityById(pathPart(request, 'id'))
    if (!activity) throw new Problem('unknown_activity', 'There is no activity with this id.')
    if (activity === 'withdrawn') {
      throw new Problem('user_closed', 'The user of this activity has closed their account.')
    }
    return activityBody(activity, linksNow())
  })
}
