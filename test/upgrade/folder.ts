import { createHash } from 'node:crypto'
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

/** An empty folder that is removed after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'adtally-upgrade-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true }))
  return folder
}

/** The name and hash of every file of a folder, to detect changes. */
export async function hashesOf(folder: string): Promise<Record<string, string>> {
  const hashes: Record<string, string> = {}
  for (const name of (await readdir(folder)).sort()) {
    const bytes = await readFile(join(folder, name)).catch(() => 'a folder')
    hashes[name] = createHash('sha256').update(bytes).digest('hex')
  }
  return hashes
}
