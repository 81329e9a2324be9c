import { bookedMark, bookedRows } from '../../connections/booked-rows.ts'
import type { Connection } from '../../connections/connection.ts'
import { connectors } from '../../sources/all-connectors.ts'
import { sources } from '../../sources/all-sources.ts'
import type { Connector } from '../../sources/connector.ts'
import type { Day } from '../../values/day.ts'
import type { Services } from '../services.ts'
import type { Pulled } from './pulled.ts'
import { withdrawPulled } from './withdraw-pulled.ts'

/**
 * The networks whose own figures of a day are counted. A connected network without a report of the day is not
 * among them: until its report arrives, the mediation's figures count.
 *
 * @returns Adtally's identifiers, sorted
 */
export async function connectedOn(
  { connection }: Pulled,
  day: Day,
  { networks: { store } }: Services,
): Promise<readonly string[]> {
  const found = await store.statingDay(connection.accountId, day)
  const networks = found.flatMap((other) => countedNetworkOf(other) ?? [])
  return [...new Set(networks)].sort()
}

/** Leaves a network's first figures of a day to it: ends those that count of mediations. */
export async function leaveToNetwork(pulled: Pulled, day: Day, services: Services): Promise<void> {
  const network = countedNetworkOf(pulled.connection)
  if (network === null) return
  for (const { id } of await misbookedMediations(pulled, day, services)) {
    await withdrawPulled(pulled, { statedBy: id, day, networks: [network], report: null })
    await askAgain(id, day, services)
  }
}

/** Has mediations state a network's figures of a day again, because it has none itself any more. */
export async function leaveToMediations(
  pulled: Pulled,
  day: Day,
  services: Services,
): Promise<void> {
  if (countedNetworkOf(pulled.connection) === null) return
  const mediations = await misbookedMediations(pulled, day, services)
  for (const { id } of mediations) await askAgain(id, day, services)
}

const askAgain = (id: number, day: Day, { networks: { store, nowMs } }: Services) =>
  store.days.makeDue(id, { firstDay: day, lastDay: day }, nowMs())

/** Mediations that stated figures of a day when other networks had a report of it, or none. */
async function misbookedMediations(
  pulled: Pulled,
  day: Day,
  services: Services,
): Promise<readonly Connection[]> {
  const { store } = services.networks
  const connected = await connectedOn(pulled, day, services)
  const misbooked: Connection[] = []
  for (const other of await store.statingDay(pulled.connection.accountId, day)) {
    const connector = connectorOf(other)
    if (connector?.kind !== 'mediation' || other.booking !== 'auto') continue
    const booked = bookedMark(bookedRows(connector, other.booking, connected))
    const mark = (await store.days.get(other.id, day))?.mark
    if (!mark?.endsWith(booked)) misbooked.push(other)
  }
  return misbooked
}

const connectorOf = ({ connector }: Connection): Connector | undefined => connectors.get(connector)

/** The network whose figures a connection counts; null for none, and for those of many networks. */
function countedNetworkOf(connection: Connection): string | null {
  const { kind, source } = connectorOf(connection) ?? {}
  return kind === 'network' && connection.booking !== 'report'
    ? sources.get(source!)!.network
    : null
}
