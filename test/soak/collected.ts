import { readdirSync } from 'node:fs'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

setFlagsFromString('--expose-gc')
const collectGarbage = runInNewContext('gc') as () => void

/** What a process holds on to, once all garbage is collected. */
export function heldNow(): { readonly heapMiB: number; readonly openFiles: number } {
  collectGarbage()
  collectGarbage()
  return {
    heapMiB: Math.round(process.memoryUsage().heapUsed / 2 ** 20),
    openFiles: readdirSync('/proc/self/fd').length,
  }
}
