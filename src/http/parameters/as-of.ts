import { Type } from 'typebox'
import { parseInstant } from '../../values/instant.ts'

/** The parameter of reports that says as of when the figures are meant. */
export const asOfParameter = Type.Optional(
  Type.String({
    format: 'utc-instant',
    description:
      'an instant in UTC as YYYY-MM-DDTHH:MM:SSZ, also with milliseconds; figures as they stood then',
  }),
)

/** What a report request says of it. @param text as its format wants it; undefined for now */
export function asOfRequest(text: string | undefined): { readonly asOfMs?: number } {
  return text === undefined ? {} : { asOfMs: parseInstant(text)! }
}
