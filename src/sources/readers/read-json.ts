import { readFile } from 'node:fs/promises'
import { refuse } from '../refusals.ts'
import type { InputFile } from './input-file.ts'

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

/** Reads a file that contains one JSON value. @throws Refusal `json_malformed` */
export async function readJson(file: InputFile): Promise<Json> {
  const text = (await readFile(file.path, 'utf8')).replace(/^\uFEFF/, '')
  try {
    return parseJson(text)
  } catch (error) {
    throw refuse('json_malformed', { file: file.name, fault: (error as Error).message })
  }
}

/** The value at a path of member names and positions; undefined when there is none. */
export function at(
  value: Json | undefined,
  ...path: readonly (string | number)[]
): Json | undefined {
  let found: Json | undefined = value
  for (const step of path) {
    if (typeof found !== 'object' || found === null) return undefined
    found = (found as Record<string | number, Json>)[step]
  }
  return found
}

/** The list at a path; null when there is none. */
export function listAt(
  value: Json | undefined,
  ...path: readonly (string | number)[]
): readonly Json[] | null {
  const found = at(value, ...path)
  return Array.isArray(found) ? found : null
}

/** The text at a path; '' when there is none or it is null. */
export function textAt(value: Json | undefined, ...path: readonly (string | number)[]): string {
  const found = at(value, ...path)
  return typeof found === 'string' || typeof found === 'boolean' ? String(found) : ''
}
