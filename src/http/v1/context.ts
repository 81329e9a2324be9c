import type { FastifyInstance, FastifyRequest } from 'fastify'
import { topics } from '../../community/activity.ts'
import type { CommunityStore } from '../../community/community-store.ts'
import type { NetworkLinks } from '../network-links.ts'
import { refuseBadQuery } from '../plugins/read-query.ts'
import { activityPage } from './lists.ts'
import { type Cursor, type PageQuestion, readPageQuestion, streamCursor } from './page.ts'
import { pageQuery, recordQuery } from './wire-schema.ts'

export interface V1Context {
  readonly community: CommunityStore
  /** A function, because the port is known only once the server listens. */
  readonly links: () => NetworkLinks
}

/** Adds a list of records. Parameters are checked before `answer` looks anything up. */
export function listRoute<Position>(
  v1: FastifyInstance,
  path: string,
  cursor: Cursor<Position>,
  answer: (question: PageQuestion<Position>, request: FastifyRequest) => Promise<unknown>,
): void {
  const options = { schema: { querystring: pageQuery }, attachValidation: true }
  v1.get(path, options, async (request) => answer(readPageQuestion(request, cursor), request))
}

/** Adds a route that answers with one record. */
export function recordRoute(
  v1: FastifyInstance,
  path: string,
  answer: (request: FastifyRequest) => Promise<unknown>,
): void {
  const options = { schema: { querystring: recordQuery }, attachValidation: true }
  v1.get(path, options, async (request) => {
    refuseBadQuery(request)
    return answer(request)
  })
}

/**
 * Adds the activity streams of a game or user: everything, and each topic.
 *
 * @param path the path of the game or user
 * @param find looks up its key and URL
 */
export function streamRoutes(
  v1: FastifyInstance,
  { community, links }: V1Context,
  path: string,
  of: 'game' | 'user',
  find: (request: FastifyRequest) => Promise<{ readonly key: number; readonly url: string }>,
): void {
  const parts = { activity: undefined, ...topics }
  for (const part of Object.keys(parts) as (keyof typeof parts)[]) {
    listRoute(v1, `${path}/${part}`, streamCursor, async (question, request) => {
      const { key, url } = await find(request)
      const stream = { of, key, ...(part !== 'activity' && { topic: part }) }
      return activityPage(question, links(), `${url}/${part}`, community, stream)
    })
  }
}

export function pathPart(request: FastifyRequest, name: 'id' | 'username'): string {
  return (request.params as Record<string, string>)[name]!
}
