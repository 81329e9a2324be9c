import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** A folder that is removed at the end of this process at the latest, also when it is interrupted. */
export interface TemporaryFolder {
  readonly path: string
  remove(): void
}

/** A new folder beside the data sets, so that copies of them share their blocks where the disk can do so. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  const parent = join(import.meta.dirname, '.data')
  mkdirSync(parent, { recursive: true })
  const path = mkdtempSync(join(parent, prefix))
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
