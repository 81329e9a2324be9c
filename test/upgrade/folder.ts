import { createHash } from 'node:crypto'
import { readdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'

/** The name and hash of every file of a folder, to detect changes. */
export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const name of (await readdir(folder)).sort()) {
    const bytes = await readFile(join(folder, name)).catch(() => 'a folder')
    hashes[name] = createHash('sha256').update(bytes).digest('hex')
  }
  return hashes
}
