import type { FastifyInstance } from 'fastify'
import { activityPlatforms } from '../../community/activity.ts'
import { Problem } from '../answer/problems.ts'
import { activity, activityPage as activityAnswer } from './answer-schema.ts'
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
  const all = {
    operationId: 'listActivity',
    summary: 'Activity of everyone, newest first',
    answer: activityAnswer,
  }
  listRoute(v1, '/activity', all, streamCursor, async (question) => {
    const links = linksNow()
    const page = await activityPage(question, links, links.activity, community, { of: 'all' })
    return { ...page, url_templates: activityTemplates(links) }
  })

  for (const platform of activityPlatforms) {
    const ofPlatform = {
      operationId: `listActivityOn${platform[0]!.toUpperCase()}${platform.slice(1)}`,
      summary: `Activity on ${platform}, newest first`,
      answer: activityAnswer,
    }
    listRoute(v1, `/activity/${platform}`, ofPlatform, streamCursor, async (question) => {
      const links = linksNow()
      const url = `${links.activity}/${platform}`
      return activityPage(question, links, url, community, { of: 'platform', platform })
    })
  }

  const one = {
    operationId: 'getActivity',
    summary: 'A record of activity',
    answer: activity,
    problems: ['unknown_activity', 'user_closed'],
  } as const
  recordRoute(v1, '/activity/:id', one, async (request) => {
    const found = await community.activityById(pathPart(request, 'id'))
    if (!found) throw new Problem('unknown_activity', 'There is no activity with this id.')
    if (found === 'withdrawn') {
      throw new Problem('user_closed', 'The user of this activity has closed their account.')
    }
    return activityBody(found, linksNow())
  })
}
