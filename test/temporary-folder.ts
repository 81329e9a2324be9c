import { chmodSync, existsSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const memory = '/dev/shm'
const neededBytes = 4 * 1024 ** 3

/**
 * Gives a test run a folder for temporary files, which is removed after the run. The folder is in
 * memory if there is room and `TMPDIR` is not set: on a disk, tests mostly wait for databases to sync
 * their files.
 */
export function useTemporaryFolder(): void {
  const parent = !process.env.TMPDIR && hasRoom(memory) ? memory : tmpdir()
  const folder = mkdtempSync(join(parent, 'adtally-tests-'))
  // PostgreSQL runs as another user.
  chmodSync(folder, 0o711)
  process.env.TMPDIR = folder
  process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 3 }))
}

function hasRoom(folder: string): boolean {
  if (!existsSync(folder)) return false
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize >= neededBytes
}
