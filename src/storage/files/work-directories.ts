import { mkdirSync, readdirSync, rmSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'

/**
 * Makes a folder for what this process is at work on, empty, and takes away those of processes
 * that are gone.
 *
 * @param directory `…/work`, or `…/work-<process id>` where several may share its parent
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
    // Sends nothing: only asks whether something could be sent.
    process.kill(processId, 0)
    return true
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
