import { type Static, Type } from 'typebox'
import { wholeNumberParameter } from '../parameters/whole-number.ts'

/** Every request may ask for JSONP. */
const callback = Type.Optional(
  Type.String({
    format: 'callback',
    description: 'a JSONP function: identifiers joined by dots, at most 64 characters',
  }),
)

/** Query of one record. */
export const recordQuery = Type.Object({ callback })

/** No format: how a cursor is read depends on the list. */
export const cursorAccepts = 'copy it from the next_page_url of the same list'

/** Query of a page of records. */
export const pageQuery = Type.Object({
  limit: Type.Optional(
    wholeNumberParameter({ minimum: 1, maximum: 200 }, 'how many records, 1 to 200'),
  ),
  cursor: Type.Optional(Type.String({ description: cursorAccepts })),
  callback,
})

export type PageQuery = Static<typeof pageQuery>

const longestCallback = 64
const dottedIdentifier = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/

/** Whether the text is a valid JSONP function name. */
export function isCallback(text: unknown): text is string {
  return typeof text === 'string' && text.length <= longestCallback && dottedIdentifier.test(text)
}

/** The formats used by these schemas. */
export const pageFormats = { callback: isCallback }
