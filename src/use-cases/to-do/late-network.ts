import type { PulledDay } from '../../connections/connection.ts'
import { givenOf } from '../../connections/fields.ts'
import { rulesOf } from '../../connections/pull-rules.ts'
import { readyAtMs } from '../../connections/schedule.ts'
import type { MissingDay } from '../../insight/missing.ts'
import { silentDays } from '../../insight/reported.ts'
import { connectors } from '../../sources/all-connectors.ts'
import { toDayView } from '../connections/connection-view.ts'
import { expectedOf, pageOfConnection, spansOf } from './missing-money.ts'
import type { NetworkConnection, ToDoContext } from './to-do-context.ts'
import { type FoundToDo, toDoKind } from './to-do-kind.ts'

interface Facts {
  /** When the connection asks for the first of them again; null for never. */
  readonly next_at: string | null
  readonly is_paused: boolean
  /** Whether nothing can be expected of some of them, so that the money is more. */
  readonly is_least: boolean
}

/** A network in use that has not reported days though they are due. */
export const lateNetwork = toDoKind({
  name: 'late_network',
  needs: 'import',
  ofAllApps: false,
  find: async (context) => {
    const missing = Map.groupBy(await context.missing(), ({ network }) => network)
    if (missing.size === 0) return []
    const connections = await context.connections()
    const found: FoundToDo<Facts>[] = []
    for (const [network, days] of missing) {
      const own = connections.filter((one) => one.network === network)
      // What is missing then is told with the refused key.
      if (own.some(({ connection }) => connection.state === 'refused')) continue
      const late = own[0] ? await fetched(context, own[0], days) : imported(network, days)
      if (late.days.length > 0) found.push(late)
    }
    return found
  },
})

/** Days of a network without a connection. Somebody imports its files. */
function imported(network: string, days: readonly MissingDay[]): FoundToDo<Facts> {
  const { moneyMicros, isLeast } = expectedOf(days)
  return {
    network,
    connection: null,
    days: spansOf(days),
    moneyMicros,
    page: '/dashboard/imports',
    facts: { next_at: null, is_paused: false, is_least: isLeast },
  }
}

/** The days that a connection should have brought. */
async function fetched(
  context: ToDoContext,
  { connection, network }: NetworkConnection,
  days: readonly MissingDay[],
): Promise<FoundToDo<Facts>> {
  const { store, nowMs } = context.services.networks
  const connector = connectors.get(connection.connector)!
  const rules = rulesOf(connector, givenOf(connector, connection.settings), connection.schedule)
  const pulled = await store.days.list(connection.id, context.lastDays(silentDays))
  const known = new Map(pulled.map((one) => [one.day, one]))
  const late = days.filter(
    ({ day }) => readyAtMs(day, rules) <= nowMs() && isUnsettled(known.get(day)),
  )
  const again = late.flatMap(({ day }) => {
    const one = known.get(day)
    return one ? (toDayView(one, connection.backOff).next_pull_at ?? []) : []
  })
  const { moneyMicros, isLeast } = expectedOf(late)
  const isPaused = connection.state === 'paused'
  return {
    network,
    connection: connection.name,
    days: spansOf(late),
    moneyMicros,
    page: pageOfConnection(connection.name),
    facts: {
      next_at: isPaused ? null : (again.sort()[0] ?? null),
      is_paused: isPaused,
      is_least: isLeast,
    },
  }
}

/** Not of a day that the network reported to be empty, nor of one that is held, which is told by itself. */
const isUnsettled = (pulled: PulledDay | undefined): boolean =>
  pulled?.state !== 'empty' && pulled?.state !== 'held'
