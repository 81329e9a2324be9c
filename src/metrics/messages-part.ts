import { Gauge, type Registry } from 'prom-client'
import type { DeliveryCounts } from '../records/messages/deliveries.ts'
import type { MetricsPart } from './read-part.ts'

interface MessageTotals {
  readonly deliveries: () => Promise<DeliveryCounts>
  readonly openAlerts: () => Promise<number>
}

/** What is told, and waits to be told, of all accounts. */
export function messagesPart(registry: Registry, totals: MessageTotals): MetricsPart {
  const registers = [registry]
  const deliveries = new Gauge({
    name: 'adtally_deliveries',
    help: 'Messages to channels of the last 90 days, of all accounts, by the state of their delivery.',
    labelNames: ['state'],
    registers,
  })
  const alerts = new Gauge({
    name: 'adtally_open_alerts',
    help: 'Alerts that were told and last, of all accounts.',
    registers,
  })
  const forget = () => {
    deliveries.reset()
    alerts.remove()
  }
  forget()
  const read = async () => {
    const [counts, open] = await Promise.all([totals.deliveries(), totals.openAlerts()])
    forget()
    for (const [state, count] of Object.entries(counts)) deliveries.set({ state }, count)
    alerts.set(open)
  }
  return { name: 'messages', read, forget }
}
