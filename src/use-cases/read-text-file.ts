import { readFile, stat } from 'node:fs/promises'
import type { GivenFile, InputFormat } from '../sources/readers/input-file.ts'
import { prepareInput } from '../sources/readers/prepare-input.ts'
import { temporaryFolder } from '../sources/readers/temporary-folder.ts'
import { refuse } from './refusals.ts'
import type { Services } from './services.ts'
import { withDeadline } from './with-deadline.ts'

/**
 * Reads a short text file, packed or not.
 *
 * @throws Refusal when the file is not a text of at most `maxBytes`
 */
export async function readTextFile(
  file: GivenFile,
  maxBytes: number,
  { importLimits, workDirectory }: Services,
  signal: AbortSignal,
  format: InputFormat = 'csv',
): Promise<{ readonly name: string; readonly text: string }> {
  await using folder = await temporaryFolder(workDirectory, 'text-')
  return await withDeadline(importLimits, signal, async (reading) => {
    const { path } = await prepareInput(file, format, folder.path, 0, reading)
    const { size } = await stat(path)
    if (size > maxBytes) {
      throw refuse('rate_file_too_large', { file: file.name, bytes: size, maximum: maxBytes })
    }
    return { name: file.name, text: await readFile(path, 'utf8') }
  })
}
