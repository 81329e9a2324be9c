import { randomUUID } from 'node:crypto'
import type { Leases } from '../../records/leases.ts'
import { CancelledError } from '../../values/cancelled-error.ts'
import type { NetworkServices } from './network-services.ts'

/** A process of another machine that dies keeps its connections so long. */
const leaseMs = 180_000
const renewMs = 45_000

/** The right to work on a connection or a destination, as long as nobody takes it. */
export interface Lease {
  /** Aborts when it is lost. */
  readonly signal: AbortSignal
  /** @throws CancelledError when another process works on it now */
  readonly assertLease: () => Promise<void>
}

type LeaseServices = Pick<NetworkServices, 'nowMs' | 'owner' | 'hasEnded'> & {
  readonly store: { readonly leases: Leases }
}

interface LeasedWork<Found> {
  readonly id: number
  /** Finds what to work on; null when there is no work on it. */
  readonly find: () => Promise<Found | null>
  readonly signal: AbortSignal
}

/**
 * Works on a connection or a destination under a lease, which it renews.
 *
 * @returns what the work returns; false without work, or while another owner has the lease
 */
export async function withLease<Found>(
  { store, nowMs, owner: process, hasEnded }: LeaseServices,
  { id, find, signal }: LeasedWork<Found>,
  work: (found: Found, lease: Lease) => Promise<boolean>,
): Promise<boolean> {
  // Unlike the process, each piece of work loses its lease when it stalls.
  const owner = `${process} ${randomUUID()}`
  const renew = () => store.leases.keep(id, owner, nowMs(), nowMs() + leaseMs)
  if (!(await find())) return false
  const acquire = () => store.leases.acquire(id, owner, nowMs(), nowMs() + leaseMs)
  if (!(await acquire())) {
    const holder = await store.leases.holder(id)
    if (!holder || !hasEnded(holder.owner)) return false
    await store.leases.release(id, holder.owner)
    if (!(await acquire())) return false
  }
  const lost = new AbortController()
  const giveUp = () => lost.abort(leaseLost())
  const timer = setInterval(() => {
    renew().then((isOurs) => isOurs || giveUp(), giveUp)
  }, renewMs).unref()
  const either = AbortSignal.any([signal, lost.signal])
  try {
    // It may have been changed before the lease was taken.
    const found = await find()
    if (!found) return false
    return await work(found, {
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

/**
 * Waits until a lease is free, if its owner may have died: at most as long as the lease lasts.
 *
 * @param onWait is called with the longest time that is left
 * @returns at once when there is no lease, and as soon as its owner renews it
 */
export async function untilFree(
  { store, nowMs, wait }: Pick<NetworkServices, 'nowMs' | 'wait'> & Pick<LeaseServices, 'store'>,
  id: number,
  signal: AbortSignal,
  onWait: (leftMs: number) => void,
): Promise<void> {
  const first = await store.leases.holder(id)
  for (let now = first; now !== null; now = await store.leases.holder(id)) {
    const leftMs = first!.untilMs - nowMs()
    const isSame = now.owner === first!.owner && now.untilMs === first!.untilMs
    if (!isSame || leftMs <= 0 || leftMs > leaseMs) return
    onWait(leftMs)
    await wait(Math.min(leftMs, 1_000), signal)
  }
}

const leaseLost = () => new CancelledError('It was changed, or another process works on it now.')
