import { createReadStream } from 'node:fs'
import { splitLines } from '../../values/lines.ts'
import type { InputFile } from './input-file.ts'
import { parseJson } from './parse-json.ts'
import { limitExceeded } from './reading.ts'

/** One line of NDJSON: its members as text, or what is accepted instead of the line. */
export type NdjsonLine =
  | { readonly line: number; readonly members: Readonly<Record<string, string | null>> }
  | { readonly line: number; readonly fault: string }

/**
 * Reads a file with one JSON object on each line. Numbers stay text, so that decimals stay exact. Empty
 * lines are skipped.
 *
 * @param lists members that may be lists; their items are joined with commas
 */
export async function* readNdjson(
  file: InputFile,
  lists: readonly string[] = [],
): AsyncGenerator<NdjsonLine> {
  const { limits, signal } = file.reading
  const source = createReadStream(file.path, { encoding: 'utf8', signal })
  const bound = {
    maxCharacters: limits.lineBytes,
    tooLong: (number: number) => limitExceeded(file.name, 'lineBytes', file.reading, number),
  }
  let line = 0
  try {
    for await (const text of splitLines(source, bound)) {
      line++
      const json = line === 1 ? text.replace(/^\uFEFF/, '') : text
      if (json.trim() === '') continue
      const read = readObject(json, lists)
      const cells = 'members' in read ? Object.values(read.members) : []
      if (cells.some((cell) => cell !== null && cell.length > limits.cellCharacters)) {
        throw limitExceeded(file.name, 'cellCharacters', file.reading, line)
      }
      yield { line, ...read }
    }
  } finally {
    source.destroy()
  }
}

function readObject(
  json: string,
  lists: readonly string[],
): { members: Record<string, string | null> } | { fault: string } {
  let value: unknown
  try {
    value = parseJson(json)
  } catch {
    return { fault: 'a JSON object on a line of its own' }
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return { fault: 'a JSON object on a line of its own' }
  }
  const members: Record<string, string | null> = Object.create(null)
  for (const [name, stated] of Object.entries(value)) {
    const isList = Array.isArray(stated) && lists.includes(name)
    const member = isList ? stated.join(',') : stated
    if (typeof member === 'object' && member !== null) {
      return { fault: `text, a number or null as the value of ${JSON.stringify(name)}` }
    }
    members[name] = member === null || member === '' ? null : String(member)
  }
  return { members }
}
