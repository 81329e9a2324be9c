import { createHash, randomUUID } from 'node:crypto'
import { readFileSync, readlinkSync } from 'node:fs'
import { hostname } from 'node:os'
import type { NetworkServices } from '../use-cases/connections/network-services.ts'

/**
 * Names this process in leases, and tells which owners of leases have ended.
 *
 * @param isOnlyOne whether no other process has the stores open: then all others have ended
 */
export function pullingProcess(isOnlyOne: boolean): Pick<NetworkServices, 'owner' | 'hasEnded'> {
  const machine = machineOfProcess()
  const owner = `${machine} ${process.pid} ${randomUUID()}`
  const hasEnded = (other: string): boolean => {
    if (other.startsWith(owner)) return false
    const [otherMachine, pid] = other.split(' ')
    return isOnlyOne || (otherMachine === machine && !isRunning(Number(pid)))
  }
  return { owner, hasEnded }
}

/** The same for processes that see each other's process ids. Unlike all others where this cannot be told. */
function machineOfProcess(): string {
  try {
    const boot = readFileSync('/proc/sys/kernel/random/boot_id', 'utf8')
    const parts = [hostname(), boot, readlinkSync('/proc/self/ns/pid')]
    return createHash('sha256').update(parts.join('\n')).digest('base64url')
  } catch {
    return randomUUID()
  }
}

function isRunning(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch (error) {
    // A process of another user runs too.
    return (error as NodeJS.ErrnoException).code !== 'ESRCH'
  }
}
