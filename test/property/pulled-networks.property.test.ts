import fc from 'fast-check'
import { expect, test } from 'vitest'
import { connectors } from '../../src/sources/all-connectors.ts'
import {
  pauseConnection,
  resumeConnection,
} from '../../src/use-cases/connections/pause-connection.ts'
import { addDays, type Day, dayOf } from '../../src/values/day.ts'
import { counted, daysFrom, openPulledSite, type PulledSite } from '../connections/pulled-site.ts'
import type { Fault } from '../fake-networks/fake-network.ts'
import { saidBy } from '../fake-networks/said-by.ts'
import { Truth } from '../fake-networks/truth.ts'
import { caseCount } from './batches.ts'

const since = '2026-03-07'
const networks = ['mintegral', 'vungle'] as const
const names = ['applovin-max', ...networks] as const
/** Networks that only the mediation knows. */
const onlyMediated = 'admob'
const faults: readonly Fault[] = [
  'server-error',
  'slow-down',
  'truncated',
  'empty',
  'reset',
  'slow',
]

const network = fc.constantFrom(...networks, onlyMediated)
const name = fc.constantFrom(...names)
/** Days before the last one. */
const back = fc.integer({ min: 0, max: 2 })
const event = fc.oneof(
  {
    arbitrary: fc.record({ kind: fc.constant('pass'), hours: fc.integer({ min: 1, max: 30 }) }),
    weight: 5,
  },
  fc.record({ kind: fc.constantFrom('restate', 'vanish', 'reappear', 'lose app'), network, back }),
  fc.record({
    kind: fc.constant('fault'),
    name,
    faults: fc.array(fc.constantFrom(null, ...faults), { maxLength: 8 }),
  }),
  fc.record({ kind: fc.constantFrom('pause', 'resume', 'connect'), name }),
)
type Event = typeof event extends fc.Arbitrary<infer Value> ? Value : never

test('whatever happens, in the end figures are what the networks say, and nothing counts twice', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.uniqueArray(name, { minLength: 1 }),
      fc.array(event, { maxLength: 14 }),
      async (connected, events) => {
        const truth = new Truth({ mediated: [...networks, onlyMediated], countries: ['US', 'DE'] })
        const site = await openPulledSite(truth)
        try {
          const has = new Set<string>()
          for (const one of connected) await connect(site, one, has)
          for (const one of events) await happen(site, one, has)
          await settle(site, has)
          await expectSettled(site, has)
        } finally {
          await site.close()
        }
      },
    ),
    { numRuns: Math.ceil(caseCount / 8), endOnFailure: true },
  )
})

async function connect(site: PulledSite, one: string, has: Set<string>): Promise<void> {
  if (has.has(one)) return
  has.add(one)
  await site.connect(one, { since })
}

const lastDayOf = (site: PulledSite): Day => addDays(dayOf(site.nowMs()), -1)

async function happen(site: PulledSite, given: Event, has: Set<string>): Promise<void> {
  const { truth } = site.fake
  const { call } = site.installation
  if ('hours' in given) {
    site.pass(given.hours)
    await site.pullDue()
  } else if ('network' in given) {
    const day = addDays(lastDayOf(site), -given.back)
    if (given.kind === 'restate') truth.restate(given.network, day)
    else if (given.kind === 'vanish') truth.vanish(given.network, day)
    else if (given.kind === 'reappear') truth.reappear(given.network, day)
    else truth.vanish(given.network, day, truth.size.apps[0])
  } else if ('faults' in given) site.fake.script(given.name, given.faults)
  else if (given.kind === 'connect') await connect(site, given.name, has)
  else if (has.has(given.name)) {
    const useCase = given.kind === 'pause' ? pauseConnection : resumeConnection
    await call(useCase, { username: 'studio', name: given.name })
  }
}

/** Long enough that every day is read again that may have changed, and what is held is confirmed. */
async function settle(site: PulledSite, has: Set<string>): Promise<void> {
  for (const one of has) {
    site.fake.script(one, [])
    await site.installation.call(resumeConnection, { username: 'studio', name: one })
  }
  for (const hours of [25, 7, 7, 24, 7, 1]) {
    site.pass(hours)
    await site.pullDue()
  }
}

async function expectSettled(site: PulledSite, has: Set<string>): Promise<void> {
  const { truth } = site.fake
  const own = new Map<string, string>()
  const mediated: string[] = []
  for (const one of has) {
    const { days, state, last_good_day: lastDay } = await site.show(one)
    const { held, failed } = days
    expect({ state, held, failed }, one).toEqual({ state: 'active', held: 0, failed: 0 })
    for (const day of daysFrom(since, lastDay!)) {
      if (one === 'applovin-max') mediated.push(...saidBy(truth, 'mediation', day))
      else for (const row of saidBy(truth, one, day)) own.set(keyOf(row), row)
    }
  }
  const expected = [...own.values(), ...mediated.filter((row) => !own.has(keyOf(row)))]
  expect((await counted(site)).sort()).toEqual(expected.sort())
  for (const one of has) expectRate(site, one)
}

/** The day and the network. */
const keyOf = (row: string): string => row.split(' ', 2).join(' ')

/**
 * Requests have at least the time between them that the connector's rate leaves. Time may pass while one is on its
 * way, so it is compared with the next but one.
 */
function expectRate({ fake }: PulledSite, one: string): void {
  const { rate } = connectors.get(one)!
  const gapMs = Math.floor((rate.seconds * 1_000) / rate.requests)
  const times = fake.requests.filter(({ connector }) => connector === one).map(({ atMs }) => atMs)
  for (const [index, atMs] of times.slice(2).entries()) {
    expect(atMs - times[index]!, `between requests to ${one}`).toBeGreaterThanOrEqual(gapMs)
  }
}
