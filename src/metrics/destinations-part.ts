import { Gauge, type Registry } from 'prom-client'
import { type Destination, destinationKinds } from '../warehouse/destination.ts'
import type { MetricsPart } from './read-part.ts'

interface CopiesOfAccounts {
  readonly destinations: () => Promise<readonly Destination[]>
  /** The last ledger entry of an account; 0 without any. */
  readonly lastEntryOf: (account: number) => Promise<number>
  readonly nowMs: () => number
}

/** How far the copies in warehouses are, of all accounts, by kind. */
export function destinationsPart(registry: Registry, copies: CopiesOfAccounts): MetricsPart {
  const registers = [registry]
  const byState = new Gauge({
    name: 'adtally_destinations',
    help: 'Destinations of all accounts by state; `failing` are those that are on and failed.',
    labelNames: ['kind', 'state'],
    registers,
  })
  const entries = new Gauge({
    name: 'adtally_destination_lag_entries',
    help: 'Ledger entries that the oldest copy of a destination that is on does not have yet.',
    labelNames: ['kind'],
    registers,
  })
  const seconds = new Gauge({
    name: 'adtally_destination_lag_seconds',
    help: 'The longest time since a copy of a destination that is on was known to be current; 0 while all are.',
    labelNames: ['kind'],
    registers,
  })
  const gauges = [byState, entries, seconds]
  const forget = () => {
    for (const gauge of gauges) gauge.reset()
  }
  const read = async () => {
    const found = await copies.destinations()
    const last = new Map<number, number>()
    for (const account of new Set(found.map(({ accountId }) => accountId))) {
      last.set(account, await copies.lastEntryOf(account))
    }
    const nowMs = copies.nowMs()
    forget()
    for (const { kind, state, failingSinceMs } of found) {
      byState.inc({ kind, state: state === 'on' && failingSinceMs !== null ? 'failing' : state })
    }
    for (const kind of destinationKinds) {
      const kept = found.filter((one) => one.kind === kind && one.state === 'on')
      if (kept.length === 0) continue
      const lacks = ({ accountId, entry }: Destination) =>
        Math.max(0, last.get(accountId)! - (entry ?? 0))
      const sinceMs = ({ currentAtMs, createdAtMs }: Destination) => currentAtMs ?? createdAtMs
      entries.set({ kind }, Math.max(...kept.map(lacks)))
      const ages = kept.filter((one) => lacks(one) > 0).map((one) => nowMs - sinceMs(one))
      seconds.set({ kind }, Math.max(0, ...ages) / 1_000)
    }
  }
  return { name: 'destinations', read, forget }
}
