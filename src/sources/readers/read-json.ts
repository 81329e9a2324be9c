import { readFile, stat } from 'node:fs/promises'
import { refuse } from '../refusals.ts'
import type { InputFile } from './input-file.ts'
import { JsonLimitError, parseDocument } from './json-document.ts'
import type { Json } from './parse-json.ts'
import { limitExceeded, type Reading } from './reading.ts'

export type { Json } from './parse-json.ts'

/** Reads a file that is one JSON value. @throws Refusal when it is not, or exceeds a limit */
export async function readJson({ name, path, reading }: InputFile): Promise<Json> {
  const { limits, signal } = reading
  if ((await stat(path)).size > limits.jsonBytes) throw limitExceeded(name, 'jsonBytes', reading)
  return await readJsonText(name, await readFile(path, { encoding: 'utf8', signal }), reading)
}

/** The same of a text. */
export async function readJsonText(name: string, text: string, reading: Reading): Promise<Json> {
  const { limits, signal } = reading
  try {
    return await parseDocument(text.replace(/^\uFEFF/, ''), limits, signal)
  } catch (error) {
    if (error instanceof JsonLimitError) throw limitExceeded(name, error.limit, reading)
    if (!(error instanceof SyntaxError)) throw error
    throw refuse('json_malformed', { file: name, fault: error.message })
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
