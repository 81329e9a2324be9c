import type { TSchema } from 'typebox'
import type { ProblemCode } from '../answer/problems.ts'

/** The parts of the document, in its order. */
export const tags = {
  Figures: 'Apps and their figures.',
  'Changes and freshness': 'What changed since a cursor, and how final each day is.',
  Imports: 'Figures from files, and what became of them.',
  Money: 'What networks owe, paid and took; statements, terms and closed months.',
  'Report links': 'Answers to stored questions, without a key.',
  'Earlier interface': 'The earlier publisher interface: a record for each day and app.',
  'Public network': 'Games, users and activity, for everyone.',
  Health: 'Whether the server runs.',
} as const

/**
 * The description of a route in the OpenAPI document, besides its needs, path and schemas. It describes
 * answers and never writes them: Fastify's own `schema.response` would reorder and drop members.
 */
export interface RouteDescription {
  /** The operation's name in generated clients, in camel case; no two routes have the same. */
  readonly operationId: string
  readonly tag: keyof typeof tags
  /** One line. */
  readonly summary: string
  /** In Markdown. */
  readonly description?: string
  /** Parameters and headers that the route checks itself; schemas of objects. */
  readonly path?: TSchema
  readonly query?: TSchema
  readonly headers?: TSchema
  /** A body that the route checks itself. */
  readonly body?: Content
  /** Answers that are no problems, by status. */
  readonly responses: Readonly<Record<number, AnswerDescription>>
  /** Problems besides those that every route, or every route with the same needs, has. */
  readonly problems?: readonly ProblemCode[]
}

export interface AnswerDescription {
  readonly description: string
  /** Absent for an answer without a body. */
  readonly content?: Content
  /** Headers by name, each with what it tells. */
  readonly headers?: Readonly<Record<string, string>>
}

/** Schemas by media type. A schema with a `title` is a component of that name. */
export type Content = Readonly<Record<string, TSchema>>

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Absent for routes that are not part of the public interfaces. */
    openapi?: RouteDescription
  }
}

/** An answer of JSON. */
export const jsonAnswer = (
  description: string,
  schema: TSchema,
  headers: AnswerDescription['headers'] = {},
): AnswerDescription => ({ description, content: { 'application/json': schema }, headers })

/** Answers of a report that clients may keep: 200, and 304 to an `If-None-Match` that still holds. */
export const keptAnswers = (
  answer: AnswerDescription,
): Readonly<Record<number, AnswerDescription>> => {
  const headers = { ETag: 'Stands for these bytes; send it as If-None-Match next time.' }
  return {
    200: { ...answer, headers: { ...answer.headers, ...headers } },
    304: { description: 'What If-None-Match names is still current.', headers },
  }
}
