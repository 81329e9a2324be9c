import type { FastifyRequest } from 'fastify'
import type { StreamPosition } from '../../community/community-store.ts'
import { badParameters } from '../answer/problems.ts'
import { queryErrors } from '../plugins/read-query.ts'
import { cursorAccepts, type PageQuery } from './wire-schema.ts'

const defaultLimit = 20

/** Writes and reads the cursors of one kind of list. */
export interface Cursor<Position> {
  readonly write: (position: Position) => string
  /** @returns null for text that is not a cursor of this kind */
  readonly read: (text: string) => Position | null
}

/** Cursors of lists in the order in which records were added. */
export const keyCursor: Cursor<number> = {
  write: (key) => encode(`k${key}`),
  read: (text) => {
    const [, key] = /^k(\d{1,15})$/.exec(decode(text)) ?? []
    return key === undefined ? null : Number(key)
  },
}

/** Cursors of activity streams. */
export const streamCursor: Cursor<StreamPosition> = {
  write: ({ createdAtMs, key }) => encode(`s${createdAtMs}.${key}`),
  read: (text) => {
    const [, createdAtMs, key] = /^s(\d{1,15})\.(\d{1,15})$/.exec(decode(text)) ?? []
    return key === undefined ? null : { createdAtMs: Number(createdAtMs), key: Number(key) }
  },
}

export interface PageQuestion<Position> {
  readonly limit: number
  /** Null for the first page. */
  readonly after: Position | null
}

/** @throws Problem `bad_parameters` with every invalid parameter */
export function readPageQuestion<Position>(
  request: FastifyRequest,
  cursor: Cursor<Position>,
): PageQuestion<Position> {
  const query = request.query as PageQuery
  const errors = queryErrors(request)
  const isText = typeof query.cursor === 'string'
  const after = isText ? cursor.read(query.cursor!) : null
  if (isText && after === null) {
    const message = `is not a cursor of this list: ${cursorAccepts}`
    errors.push({ parameter: 'cursor', message })
  }
  if (errors.length > 0) throw badParameters(errors)
  return { limit: query.limit ?? defaultLimit, after }
}

export interface Page {
  readonly data: readonly unknown[]
  readonly next_page_url: string | null
}

export interface List<Item, Position> {
  /** The URL of the first page. */
  readonly url: string
  readonly cursor: Cursor<Position>
  readonly read: (after: Position | null, limit: number) => Promise<Item[]>
  readonly positionOf: (item: Item) => Position
  readonly toBody: (item: Item) => unknown
}

export async function pageOf<Item, Position>(
  { limit, after }: PageQuestion<Position>,
  { url, cursor, read, positionOf, toBody }: List<Item, Position>,
): Promise<Page> {
  // An extra record tells whether there is another page.
  const items = await read(after, limit + 1)
  const shown = items.slice(0, limit)
  const last = shown.at(-1)
  const next = last !== undefined && items.length > limit ? cursor.write(positionOf(last)) : null
  return {
    data: shown.map(toBody),
    next_page_url:
      next === null
        ? null
        : `${url}?${new URLSearchParams({ limit: String(limit), cursor: next })}`,
  }
}

const encode = (text: string): string => Buffer.from(text, 'latin1').toString('base64url')

/** @returns '' for text that {@link encode} never writes */
function decode(text: string): string {
  const decoded = Buffer.from(text, 'base64url').toString('latin1')
  return encode(decoded) === text ? decoded : ''
}
