import { Gauge, type Registry } from 'prom-client'
import type { Connection } from '../connections/connection.ts'
import type { ConnectionStore } from '../records/connection-store.ts'
import type { MetricsPart } from './read-part.ts'

/** How far the connections to networks are, by connector. */
export function connectionsPart(registry: Registry, store: ConnectionStore): MetricsPart {
  const registers = [registry]
  const byState = new Gauge({
    name: 'adtally_connections',
    help: 'Connections by state; `backing_off` are active ones that failed and wait.',
    labelNames: ['connector', 'state'],
    registers,
  })
  const days = new Gauge({
    name: 'adtally_connection_days',
    help: 'Days of connections by state.',
    labelNames: ['connector', 'state'],
    registers,
  })
  const next = new Gauge({
    name: 'adtally_connection_next_try_timestamp_seconds',
    help: 'When a day of an active connection is next asked for; in the past while it waits its turn.',
    labelNames: ['connector'],
    registers,
  })
  const forget = () => {
    for (const gauge of [byState, days, next]) gauge.reset()
  }
  const read = async () => {
    const connections = await store.list()
    const totals = await store.days.totals()
    forget()
    const byId = new Map(connections.map((connection) => [connection.id, connection]))
    for (const { connector, state, backOff } of connections) {
      byState.inc({ connector, state: state === 'active' && backOff ? 'backing_off' : state })
    }
    const nextMs = new Map<string, number>()
    for (const { connectionId, state, days: count, nextAtMs } of totals) {
      const connection = byId.get(connectionId)
      if (!connection) continue
      const { connector } = connection
      days.inc({ connector, state }, count)
      const tryMs = nextTryMs(connection, nextAtMs)
      if (tryMs !== null) nextMs.set(connector, Math.min(tryMs, nextMs.get(connector) ?? tryMs))
    }
    for (const [connector, ms] of nextMs) next.set({ connector }, ms / 1_000)
  }
  return { name: 'connections', read, forget }
}

function nextTryMs({ state, backOff }: Connection, nextAtMs: number | null): number | null {
  if (state !== 'active' || nextAtMs === null) return null
  return Math.max(nextAtMs, backOff?.untilMs ?? 0)
}
