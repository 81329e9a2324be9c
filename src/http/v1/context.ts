import type { FastifyInstance, FastifyRequest } from 'fastify'
import type { CommunityStore } from '../../community/community-store.ts'
import type { NetworkLinks } from '../network-links.ts'
import { refuseBadQuery } from '../plugins/read-query.ts'
import { type Cursor, type PageQuestion, readPageQuestion } from './page.ts'
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

/** A part of the address, as the route's path names it. */
export function pathPart(request: FastifyRequest, name: 'id' | 'username'): string {
  return (request.params as Record<string, string>)[name]!
}
