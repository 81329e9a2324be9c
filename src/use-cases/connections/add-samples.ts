import { connectorSchedule, type PullProblem } from '../../connections/connection.ts'
import { connectors } from '../../sources/all-connectors.ts'
import { sources } from '../../sources/all-sources.ts'
import { addDays, type Day, dayOf } from '../../values/day.ts'
import { username } from '../fields.ts'
import type { Services } from '../services.ts'
import { useCase } from '../use-case.ts'
import { sampleDays } from './sample-days.ts'

/** How many days each has fetched. */
const knownDays = 28
/** The age in days of the one that is held. */
const heldAge = 3

/** What a demo shows of connections. Neither is active, so no network is ever called. */
const samples = [
  {
    connector: 'unity-ads',
    settings: { organizationId: 'demo' },
    state: 'refused',
    hasHeldDay: false,
    problem: {
      kind: 'fault',
      fault: 'credential-refused',
      message: 'answered 401 Unauthorized',
    } as PullProblem,
  },
  {
    connector: 'meta',
    settings: { id: 'demo' },
    state: 'paused',
    hasHeldDay: true,
    problem: null,
  },
] as const

/**
 * Adds connections that have no credentials and are never active, for a demo: one whose key is refused, and a
 * paused one with a held day. Their days are those that the networks have figures of. Later, it adds the days since.
 */
export const addSampleConnections = useCase({
  name: 'add-sample-connections',
  request: { username },
  run: async (services, { username }, { signal }) => {
    const account = await services.accounts.get(username)
    const added: string[] = []
    for (const sample of samples) {
      const { connection, isNew } = await inserted(services, account.id, sample)
      if (isNew) added.push(sample.connector)
      if (!connection) continue
      const today = dayOf(services.now().getTime())
      const span = { firstDay: addDays(today, -knownDays), lastDay: addDays(today, -1) }
      const held = sample.hasHeldDay ? addDays(today, -heldAge) : null
      const network = sources.get(connectors.get(sample.connector)!.source)!.network
      const days = await sampleDays(services, { account, network, span, held }, signal)
      // One that was held before is not any more.
      const { store } = services.networks
      const before = (await store.days.list(connection.id, { ...span, firstDay: 0 as Day })).filter(
        ({ day, state }) => state === 'held' && day < span.firstDay,
      )
      const released = before.map((one) => ({
        ...one,
        state: 'done' as const,
        held: null,
        problem: null,
      }))
      for (const day of [...released, ...days]) await store.days.put(connection.id, day)
    }
    return { added }
  },
  audit: ({ username }, { added }) =>
    added.map((connector) => ({
      action: 'connection_added',
      account: username,
      facts: { connection: connector, connector },
    })),
})

type Sample = (typeof samples)[number]

async function inserted(
  { networks: { store, nowMs } }: Services,
  accountId: number,
  { connector, settings, state, problem }: Sample,
) {
  const known = await store.byName(accountId, connector)
  // A visitor may have given it credentials.
  if (known) return { connection: known.state === 'active' ? null : known, isNew: false }
  const added = await store.insert({
    accountId,
    name: connector,
    connector,
    settings,
    secrets: {},
    booking: 'auto',
    createsApps: true,
    hasDepth: true,
    firstDay: addDays(dayOf(nowMs()), -knownDays),
    schedule: connectorSchedule,
    createdAtMs: nowMs(),
  })
  // Nobody works on a new one before this.
  if (added) await store.change(added.id, { state, problem })
  return { connection: added, isNew: added !== null }
}
