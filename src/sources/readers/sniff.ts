import { firstBytes } from './first-bytes.ts'
import type { GivenFile, InputFormat } from './input-file.ts'
import { parseJson } from './parse-json.ts'

const headBytes = 65_536
const delimiters = [',', '\t', ';'] as const

/** The format of a file whose name does not tell it, by how it begins. */
export async function sniffFormat(file: GivenFile): Promise<InputFormat> {
  const head = (await firstBytes(file, headBytes)).toString()
  if (head.startsWith('PAR1')) return 'parquet'
  const text = head.replace(/^\uFEFF/, '').trimStart()
  if (!/^[[{]/.test(text)) return 'csv'
  const [line = ''] = text.split('\n', 1)
  return isRow(line) ? 'ndjson' : 'json'
}

/** Whether a line is a row of NDJSON: an object without other objects. */
function isRow(line: string): boolean {
  try {
    const value = parseJson(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return false
    return Object.values(value).every(isCell)
  } catch {
    return false
  }
}

const isCell = (value: unknown): boolean =>
  Array.isArray(value) ? value.length > 0 && value.every(isPlain) : isPlain(value)

const isPlain = (value: unknown): boolean => typeof value !== 'object' || value === null

/** The delimiter that occurs most often in the first line of a table; a comma if none does. */
export async function sniffDelimiter(file: GivenFile): Promise<string> {
  return delimiterOf((await firstBytes(file, headBytes)).toString())
}

/** The same of the beginning of a text. */
export function delimiterOf(head: string): string {
  const [header = ''] = head.replace(/^[\uFEFF\r\n]+/, '').split(/[\r\n]/, 1)
  const bare = header.replace(/"[^"]*"/g, '')
  const counts = delimiters.map((delimiter) => bare.split(delimiter).length)
  return delimiters[counts.indexOf(Math.max(...counts))]!
}
