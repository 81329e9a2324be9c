import { open } from 'node:fs/promises'
import type { InputFile } from './input-file.ts'

const delimiters = [',', '\t', ';'] as const
const headBytes = 65_536

/** What separates the cells of a table: the delimiter that its first line has most of. */
export async function sniffDelimiter({ path }: InputFile): Promise<string> {
  const file = await open(path)
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(headBytes), 0, headBytes, 0)
    const [header = ''] = buffer.toString('utf8', 0, bytesRead).split(/[\r\n]/, 1)
    const bare = header.replace(/"[^"]*"/g, '')
    const counts = delimiters.map((delimiter) => bare.split(delimiter).length)
    return delimiters[counts.indexOf(Math.max(...counts))]!
  } finally {
    await file.close()
  }
}
