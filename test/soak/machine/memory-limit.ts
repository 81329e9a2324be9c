import { existsSync, mkdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'
import type { TestHost } from '../../fixtures/test-host.ts'

/** Where groups are made, and the file with their limit: of version 1 or 2 of Linux's control groups. */
const kinds = [
  ['/sys/fs/cgroup/memory', 'memory.limit_in_bytes'],
  ['/sys/fs/cgroup', 'memory.max'],
] as const

export const whyNoMemoryLimit = findReason()

function findReason(): string | null {
  try {
    rmdirSync(newGroup(64 * 2 ** 20, `adtally-probe-${process.pid}`))
    return null
  } catch (error) {
    return `no control group can be made (${(error as Error).message})`
  }
}

function newGroup(bytes: number, name: string): string {
  for (const [root, limit] of kinds) {
    const group = join(root, name)
    if (!existsSync(join(root, 'cgroup.procs'))) continue
    mkdirSync(group)
    if (existsSync(join(group, limit))) {
      writeFileSync(join(group, limit), String(bytes))
      return group
    }
    rmdirSync(group)
  }
  throw new Error('there is no memory controller')
}

/** A group of processes with a common memory limit. If they exceed it, the kernel kills one. */
export function limitMemory(bytes: number): TestHost {
  const group = newGroup(bytes, `adtally-soak-${process.pid}`)
  onTestFinished(() => {
    if (readFileSync(join(group, 'cgroup.procs'), 'utf8') === '') rmdirSync(group)
  })
  const enter = `echo $$ > ${group}/cgroup.procs && exec "$@"`
  return { address: '127.0.0.1', enter: ['sh', '-c', enter, 'sh'] }
}
