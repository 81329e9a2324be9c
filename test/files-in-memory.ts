import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { join } from 'node:path'

const memory = '/dev/shm'
const neededBytes = 4 * 1024 ** 3

/**
 * Keeps temporary files in memory, where there is room and `TMPDIR` names no other folder. On a
 * disk, tests mostly wait for databases to sync their files.
 */
export function keepFilesInMemory(): void {
  if (process.env.TMPDIR || !hasRoom(memory)) return
  const folder = mkdtempSync(join(memory, 'adtally-tests-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  // Tests that are interrupted leave files behind, which would stay in memory.
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= neededBytes
}
