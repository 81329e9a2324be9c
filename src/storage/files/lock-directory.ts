import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { DatabaseInUseError } from '../../values/database-in-use-error.ts'

/**
 * Takes a data directory for this process alone, where no file of figures does that. However the
 * process ends, the directory is free again.
 *
 * @param path of the lock
 * @returns what gives it back
 * @throws DatabaseInUseError when another process has it
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
