import { randomUUID } from 'node:crypto'
import type { Connection } from '../../connections/connection.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import type { NetworkServices } from './network-services.ts'

const leaseMs = 300_000
const renewMs = 60_000

/** The right to work on a connection, as long as nobody takes it. */
export interface Lease {
  /** Aborts when it is lost. */
  readonly signal: AbortSignal
  /** @throws CancelledError when another process works on the connection now */
  readonly assertLease: () => Promise<void>
}

interface LeasedWork {
  readonly id: number
  /** Finds the connection; null when there is no work on it. */
  readonly find: () => Promise<Connection | null>
  readonly signal: AbortSignal
}

/**
 * Works on a connection under a lease, which it renews.
 *
 * @returns what the work returns; false without work, or while another owner has the lease
 */
export async function withLease(
  { store, nowMs, owner: process }: NetworkServices,
  { id, find, signal }: LeasedWork,
  work: (connection: Connection, lease: Lease) => Promise<boolean>,
): Promise<boolean> {
  // Unlike the process, each piece of work loses its lease when it stalls.
  const owner = `${process} ${randomUUID()}`
  const renew = () => store.leases.keep(id, owner, nowMs(), nowMs() + leaseMs)
  if (!(await find())) return false
  if (!(await store.leases.take(id, owner, nowMs(), nowMs() + leaseMs))) return false
  const lost = new AbortController()
  const giveUp = () => lost.abort(leaseLost())
  const timer = setInterval(() => {
    renew().then((isOurs) => isOurs || giveUp(), giveUp)
  }, renewMs).unref()
  const either = AbortSignal.any([signal, lost.signal])
  try {
    // It may have been changed before the lease was taken.
    const connection = await find()
    if (!connection) return false
    return await work(connection, {
      signal: either,
      assertLease: async () => {
        either.throwIfAborted()
        if (!(await renew())) throw leaseLost()
      },
    })
  } finally {
    clearInterval(timer)
    await store.leases.release(id, owner)
  }
}

const leaseLost = () =>
  new CancelledError('The connection was changed, or another process pulls it now.')
