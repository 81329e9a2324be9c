import { existsSync } from 'node:fs'
import { DatabaseSync } from 'node:sqlite'
import { pathToFileURL } from 'node:url'

/** Opens a SQLite file that others may have open. If nobody has, nothing is created beside it. */
export function openReadOnly(path: string): DatabaseSync {
  const url = pathToFileURL(path)
  // A process that has the records open has this file, and a crash leaves the log.
  const isAlone = !existsSync(`${path}-shm`) && !existsSync(`${path}-wal`)
  if (isAlone) url.search = 'immutable=1'
  const database = new DatabaseSync(url, { readOnly: true })
  database.exec('PRAGMA busy_timeout = 5000')
  return database
}
