import { mkdtempSync, rmSync } from 'node:fs'

/** A folder that is removed at the end of this process at the latest, also when it is interrupted. */
export interface TemporaryFolder {
  readonly path: string
  remove(): void
}

/** @param prefix of the folder's path */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const path = mkdtempSync(prefix)
  const remove = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    path,
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}
