import { readdirSync, readFileSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** The memory and files that a process still uses after garbage collection. */
export function heldNow(): { readonly heapMiB: number; readonly openFiles: number } {
  collectGarbage()
  collectGarbage()
  return {
    heapMiB: Math.round(process.memoryUsage().heapUsed / 2 ** 20),
    openFiles: readdirSync('/proc/self/fd').length,
  }
}

/** The most memory that a process had. */
export function peakMiB(pid: number): number {
  const [, kib] = /VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1_024)
}
