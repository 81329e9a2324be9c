/** A JSON value in which numbers are text, so that decimals stay exact. */
export type Json = string | boolean | null | readonly Json[] | { readonly [member: string]: Json }

/** JSON.parse passes the source text of numbers to its reviver; TypeScript's types lack this. */
type Reviver = (
  this: unknown,
  name: string,
  value: unknown,
  context: { source?: string },
) => unknown

const keepNumberText: Reviver = (_name, value, { source }) =>
  typeof value === 'number' && source !== undefined ? source : value

/** @throws SyntaxError when the text is not JSON */
export function parseJson(text: string): Json {
  return JSON.parse(text, keepNumberText as (name: string, value: unknown) => unknown) as Json
}
