import { type Static, Type } from 'typebox'

/** Every request of the family may ask for JSONP. */
const callback = Type.Optional(
  Type.String({
    format: 'callback',
    description:
      'the name of a function for JSONP: identifiers joined by dots, at most 64 characters',
  }),
)

/** Query of one record. */
export const recordQuery = Type.Object({ callback })

/** A cursor is read where the list is known. */
export const cursorAccepts = 'where to go on, as the next_page_url of the same list has it'

/** Query of a page of records. */
export const pageQuery = Type.Object({
  limit: Type.Optional(
    Type.String({ format: 'page-limit', description: 'how many records, 1 to 200' }),
  ),
  cursor: Type.Optional(Type.String({ description: cursorAccepts })),
  callback,
})

export type PageQuery = Static<typeof pageQuery>

const longestCallback = 64
const dottedIdentifier = /^[A-Za-z_$][\w$]*(\.[A-Za-z_$][\w$]*)*$/

/** Whether the text can be the function of a JSONP answer. */
export function isCallback(text: unknown): text is string {
  return typeof text === 'string' && text.length <= longestCallback && dottedIdentifier.test(text)
}

/** The formats that these schemas name. */
export const pageFormats = {
  callback: isCallback,
  'page-limit': (text: string) => /^([1-9]\d?|1\d\d|200)$/.test(text),
}
