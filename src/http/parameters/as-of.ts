import { Type } from 'typebox'
import { parseInstant } from '../../values/instant.ts'

/** `as_of`: asks for the figures that were current at this time. */
export const asOfParameter = Type.Optional(
  Type.String({
    format: 'utc-instant',
    description:
      'a UTC time, YYYY-MM-DDTHH:MM:SSZ or with milliseconds; answers with the figures of that time',
  }),
)

/** @param text a valid value of {@link asOfParameter}; undefined for now */
export function asOfRequest(text: string | undefined): { readonly asOfMs?: number } {
  return text === undefined ? {} : { asOfMs: parseInstant(text)! }
}
