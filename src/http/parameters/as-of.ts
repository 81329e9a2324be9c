import { Type } from 'typebox'
import { instantAccepts, parseInstant } from '../../values/instant.ts'

/** `as_of`: asks for the figures that were current at this time. */
export const asOfParameter = Type.Optional(
  Type.String({
    format: 'instant',
    description: `${instantAccepts}; answers with the figures of that time. In a URL, + is written %2B`,
  }),
)

/** @param text a valid value of {@link asOfParameter}; undefined for now */
export function asOfRequest(text: string | undefined): { readonly asOfMs?: number } {
  return text === undefined ? {} : { asOfMs: parseInstant(text)! }
}
