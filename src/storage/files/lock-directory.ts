import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseInUseError } from '../../values/database-in-use-error.ts'

/**
 * Locks a directory for this process. The lock ends with the process; its file stays.
 *
 * @param path the lock file
 * @returns releases the lock
 * @throws DatabaseInUseError when another process has the lock, or this one
 */
export function lockDirectory(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true })
  const lock = new DatabaseSync(path)
  try {
    lock.exec('PRAGMA busy_timeout = 0; BEGIN EXCLUSIVE')
  } catch (cause) {
    lock.close()
    throw new DatabaseInUseError(dirname(path), { cause })
  }
  return () => lock.close()
}
