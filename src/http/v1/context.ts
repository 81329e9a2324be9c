import type { FastifyInstance, FastifyRequest } from 'fastify'
import { type TSchema, Type } from 'typebox'
import { topics } from '../../community/activity.ts'
import type { CommunityStore } from '../../community/community-store.ts'
import type { ProblemCode } from '../answer/problems.ts'
import type { NetworkLinks } from '../network-links.ts'
import type { RouteDescription } from '../openapi/description.ts'
import { refuseBadQuery } from '../plugins/read-query.ts'
import { activityPage as activityPageAnswer } from './answer-schema.ts'
import { activityPage } from './lists.ts'
import { type Cursor, type PageQuestion, readPageQuestion, streamCursor } from './page.ts'
import { pageQuery, recordQuery } from './wire-schema.ts'

export interface V1Context {
  readonly community: CommunityStore
  /** A function, because the port is known only once the server listens. */
  readonly links: () => NetworkLinks
}

/** The description of a route of this interface in the document. */
export interface V1Description {
  readonly operationId: string
  readonly summary: string
  readonly answer: TSchema
  readonly problems?: readonly ProblemCode[]
}

const headers = {
  'X-RateLimit-Limit': 'How many requests an hour one address may make.',
  'X-RateLimit-Remaining': 'How many of them are left.',
  'X-RateLimit-Reset': 'When the hour ends, in Unix seconds.',
}

const toDescription = ({ answer, problems = [], ...rest }: V1Description): RouteDescription => ({
  ...rest,
  tag: 'Public network',
  responses: {
    200: {
      description: 'The answer; with `callback`, a script that calls the function with it.',
      content: { 'application/json': answer, 'application/javascript': Type.String() },
      headers,
    },
  },
  problems: ['bad_parameters', 'rate_limited', ...problems],
})

/** Adds a list of records. Parameters are checked before `answer` looks anything up. */
export function listRoute<Position>(
  v1: FastifyInstance,
  path: string,
  description: V1Description,
  cursor: Cursor<Position>,
  answer: (question: PageQuestion<Position>, request: FastifyRequest) => Promise<unknown>,
): void {
  const config = { openapi: toDescription(description) }
  const options = { config, schema: { querystring: pageQuery }, attachValidation: true }
  v1.get(path, options, async (request) => answer(readPageQuestion(request, cursor), request))
}

/** Adds a route that answers with one record. */
export function recordRoute(
  v1: FastifyInstance,
  path: string,
  description: V1Description,
  answer: (request: FastifyRequest) => Promise<unknown>,
): void {
  const config = { openapi: toDescription(description) }
  const options = { config, schema: { querystring: recordQuery }, attachValidation: true }
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
    const [title, ofTitle] = [part, of].map((name) => name[0]!.toUpperCase() + name.slice(1))
    const description: V1Description = {
      operationId: `list${title}Of${ofTitle}`,
      summary: `${title} of a ${of}, newest first`,
      answer: activityPageAnswer,
      problems: of === 'game' ? ['unknown_game'] : ['unknown_user', 'user_closed'],
    }
    listRoute(v1, `${path}/${part}`, description, streamCursor, async (question, request) => {
      const { key, url } = await find(request)
      const stream = { of, key, ...(part !== 'activity' && { topic: part }) }
      return activityPage(question, links(), `${url}/${part}`, community, stream)
    })
  }
}

export function pathPart(request: FastifyRequest, name: 'id' | 'username'): string {
  return (request.params as Record<string, string>)[name]!
}
