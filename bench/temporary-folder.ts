import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'

/** The folder of all benchmark data. It may be deleted at any time. */
export const benchDirectory = join(import.meta.dirname, '.data')

/** A folder that is removed at the end of its scope, or of this process when it is interrupted. */
export interface TemporaryFolder extends Disposable {
  readonly path: string
}

/** A new folder beside the data sets, so that copies of them share their blocks where the disk can do so. */
export function temporaryFolder(prefix: string): TemporaryFolder {
  mkdirSync(benchDirectory, { recursive: true })
  const path = mkdtempSync(join(benchDirectory, prefix))
  const remove = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    path,
    [Symbol.dispose]() {
      process.off('exit', remove)
      remove()
    },
  }
}
