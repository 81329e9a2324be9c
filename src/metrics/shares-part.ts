import { Gauge, type Registry } from 'prom-client'
import type { MetricsPart } from './read-part.ts'

interface SharesOfNetworks {
  readonly progress: () => Promise<
    readonly {
      readonly networkId: number
      readonly entry: number
      readonly changedDays: object | null
    }[]
  >
  /** The last ledger entry of an account; 0 without any. */
  readonly lastEntryOf: (account: number) => Promise<number>
}

/** Whether partners are shown the last figures of their networks. */
export function sharesPart(registry: Registry, networks: SharesOfNetworks): MetricsPart {
  const waiting = new Gauge({
    name: 'adtally_networks_waiting',
    help: 'Accounts with partners whose net figures are not those of the last import and rules yet.',
    registers: [registry],
  })
  const read = async () => {
    let count = 0
    for (const { networkId, entry, changedDays } of await networks.progress()) {
      const isWaiting = changedDays !== null || (await networks.lastEntryOf(networkId)) > entry
      if (isWaiting) count++
    }
    waiting.set(count)
  }
  return { name: 'shares', read, forget: () => waiting.reset() }
}
