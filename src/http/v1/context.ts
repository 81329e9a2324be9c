import type { FastifyInstance, FastifyRequest } from 'fastify'
import { topics } from '../../community/activity.ts'
import type { CommunityStore } from '../../community/community-store.ts'
import type { NetworkLinks } from '../network-links.ts'
import { refuseBadQuery } from '../plugins/read-query.ts'
import { activityPage } from './lists.ts'
import { type Cursor, type PageQuestion, readPageQuestion, streamCursor } from './page.ts'
import { pageQuery, recordQuery } from './wire-schema.ts'

/** What the routes of the family answer from. */
export interface V1Context {
  readonly community: CommunityStore
  /** The addresses as they are now: where a server listens is known once it does. */
  readonly links: () => NetworkLinks
}

/** Adds a list of records. Parameters are checked before anything is looked up. */
export function listRoute<Position>(
  v1: FastifyInstance,
  path: string,
  cursor: Cursor<Position>,
  answer: (question: PageQuestion<Position>, request: FastifyRequest) => Promise<unknown>,
): void {
  const options = { schema: { querystring: pageQuery }, attachValidation: true }
  v1.get(path, options, async (request) => answer(readPageQuestion(request, cursor), request))
}

/** Adds an address that answers with one record. */
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
 * Adds the streams of what was done in a game or by a user: everything, and each topic.
 *
 * @param path of the record that the streams belong to
 * @param find looks it up: its key, and where it is
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

/** A part of the address, as the route's path names it. */
export function pathPart(request: FastifyRequest, name: 'id' | 'username'): string {
  return (request.params as Record<string, string>)[name]!
}
