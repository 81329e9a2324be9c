import { availableParallelism } from 'node:os'
import type { DataDirectory } from '../../config/data-directory.ts'
import { checkSqlite } from '../../records/check-sqlite.ts'
import { type CheckedFigures, checkFigures } from '../../storage/duckdb/check-figures.ts'

/** Looks for damage in the figures: reads all blocks, so no process may have the file open. */
export async function readFigures(
  path: string,
): Promise<{ readonly figures: CheckedFigures } | { readonly fault: string }> {
  try {
    return { figures: await checkFigures(path, availableParallelism()) }
  } catch (error) {
    const [first = ''] = (error as Error).message.split('\n')
    const line = first.replace(/^[\w ]*Error: /, '')
    return { fault: `${path} cannot be read whole: ${line}.` }
  }
}

/** Looks for damage in the records. Others may use them meanwhile. @returns a sentence for each fault */
export function readRecords(path: string): string[] {
  try {
    return checkSqlite(path).map((fault) => `${path} is damaged: ${fault}.`)
  } catch (error) {
    return [`${path} cannot be read: ${(error as Error).message}.`]
  }
}

/** Looks for damage in both files of a directory that nobody uses. @returns a sentence for each fault */
export async function checkStoreFiles({ figures, relational }: DataDirectory): Promise<string[]> {
  const found = await readFigures(figures)
  return [...('fault' in found ? [found.fault] : []), ...readRecords(relational)]
}
