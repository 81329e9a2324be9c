import { createHash } from 'node:crypto'
import { stat } from 'node:fs/promises'
import { refuse } from '../refusals.ts'
import type { GivenFile } from './input-file.ts'
import { readChunks } from './reading.ts'

/** The SHA-256 of each file's bytes, in hexadecimal. */
export const hashFiles = (files: readonly GivenFile[], signal: AbortSignal): Promise<string[]> =>
  Promise.all(files.map(({ path }) => hashFile(path, signal)))

async function hashFile(path: string, signal: AbortSignal): Promise<string> {
  const hash = createHash('sha256')
  for await (const chunk of readChunks(path, signal)) hash.update(chunk)
  return hash.digest('hex')
}

/**
 * Refuses two files with the same bytes. Their rows would be refused one by one, or counted twice.
 *
 * @param hashes of the files in their order; asked for only if two files have the same size
 * @throws Refusal `file_repeated`
 */
export async function refuseRepeatedFiles(
  files: readonly GivenFile[],
  hashes: () => Promise<readonly string[]>,
): Promise<void> {
  // A file that is missing is refused where it is opened.
  const sizes = await Promise.all(files.map(async ({ path }) => sizeOf(path)))
  if (new Set(sizes).size === sizes.length) return
  const found = await hashes().catch(() => [])
  const places = new Map<string, number>()
  for (const [index, hash] of found.entries()) {
    const earlier = places.get(hash)
    if (earlier !== undefined) {
      const [file, otherFile] = [files[index]!.name, files[earlier]!.name]
      throw refuse('file_repeated', { file, otherFile })
    }
    places.set(hash, index)
  }
}

/** Different for each one that is no file. */
async function sizeOf(path: string): Promise<number | symbol> {
  const found = await stat(path).catch(() => null)
  return found?.isFile() ? found.size : Symbol()
}
