import { Gauge, type Registry } from 'prom-client'
import type { MetricsPart } from './read-part.ts'

/**
 * Whether partners are shown the last figures of their networks.
 *
 * @param countWaiting counts the networks whose partners are not
 */
export function sharesPart(registry: Registry, countWaiting: () => Promise<number>): MetricsPart {
  const waiting = new Gauge({
    name: 'adtally_networks_waiting',
    help: 'Accounts with partners whose net figures are not those of the last import and rules yet.',
    registers: [registry],
  })
  return {
    name: 'shares',
    read: async () => waiting.set(await countWaiting()),
    forget: () => waiting.reset(),
  }
}
