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
  for (const { id } of await mediationsOf(pulled, day, services)) {
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
  for (const { id } of await mediationsOf(pulled, day, services)) await askAgain(id, day, services)
}

const askAgain = (id: number, day: Day, { networks: { store, nowMs } }: Services) =>
  store.days.makeDue(id, { firstDay: day, lastDay: day }, nowMs())

/** The account's mediations that leave figures of a day to networks, and have stated some. */
async function mediationsOf(
  { connection }: Pulled,
  day: Day,
  { networks: { store } }: Services,
): Promise<readonly Connection[]> {
  const found = await store.statingDay(connection.accountId, day)
  return found.filter(
    (other) => connectorOf(other)?.kind === 'mediation' && other.booking === 'auto',
  )
}

const connectorOf = ({ connector }: Connection): Connector | undefined => connectors.get(connector)

/** The network whose figures a connection counts; null for none, and for those of many networks. */
function countedNetworkOf(connection: Connection): string | null {
  const { kind, source } = connectorOf(connection) ?? {}
  return kind === 'network' && connection.booking !== 'report'
    ? sources.get(source!)!.network
    : null
}
