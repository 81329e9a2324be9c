import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { csvCell, withoutFormula } from '../values/csv.ts'

/** The last column of a reject file: why the row was left out. */
export function rejectReason(column: string, value: string | null, accepts: string): string {
  return `${column}: ${value === null ? 'missing' : JSON.stringify(value)}; expected ${accepts}`
}

/** A number stays as it is, so that a negative one can be corrected and imported. */
const rejectedCell = (text: string): string =>
  csvCell(/^[+-]?[\d.,]+$/.test(text) ? text : withoutFormula(text))

/**
 * Writes a CSV of rows that an import left out.
 *
 * @param name the kind of import, or its id
 * @param lines the header first
 * @returns the file's path
 */
export async function writeRejectFile(
  directory: string,
  name: string,
  lines: readonly (readonly string[])[],
  now: Date,
): Promise<string> {
  await mkdir(directory, { recursive: true })
  const stamp = now.toISOString().replaceAll(':', '-')
  const text = lines.map((cells) => `${cells.map(rejectedCell).join(',')}\r\n`).join('')
  for (let number = 1; ; number++) {
    const path = join(directory, `rejects-${stamp}-${name}${number > 1 ? `-${number}` : ''}.csv`)
    try {
      await writeFile(path, text, { flag: 'wx' })
      return path
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
    }
  }
}
