import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Creates an empty folder for temporary files of this process, and removes those of processes that
 * have ended.
 *
 * @param directory `…/work`, or `…/work-<process id>` if several processes share its parent
 */
export function openWorkDirectory(directory: string): void {
  rmSync(directory, { recursive: true, force: true })
  mkdirSync(directory, { recursive: true })
  for (const name of readdirSync(dirname(directory))) {
    const [, id] = /^work-(\d+)$/.exec(name) ?? []
    const isOwn = name === basename(directory)
    if (id !== undefined && !isOwn && !isAlive(Number(id))) {
      rmSync(join(dirname(directory), name), { recursive: true, force: true })
    }
  }
}

function isAlive(processId: number): boolean {
  try {
    // Signal 0 only checks that the process exists.
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
