import { afterEach, describe, expect, test } from 'vitest'
import { mix } from '../../src/demo/noise.ts'
import { isDeclared } from '../../src/network-calls/check-url.ts'
import { connectors } from '../../src/sources/all-connectors.ts'
import { resumeConnection } from '../../src/use-cases/connections/pause-connection.ts'
import { pullConnection } from '../../src/use-cases/connections/pull-connection.ts'
import { addDays, type Day, formatDay, parseDay } from '../../src/values/day.ts'
import { type Fault, faultsOf } from '../fake-networks/fake-network.ts'
import { trueRows } from '../fake-networks/reported-figures.ts'
import { type FakeNetworks, loadNetworks, type ReceivedRequest } from '../fake-networks/start.ts'
import { Truth } from '../fake-networks/truth.ts'
import { caseCount } from '../property/batches.ts'
import { seed } from '../property/seed.ts'
import { counted, openPulledSite, type PulledSite } from './pulled-site.ts'

/** A fault, and the request that it disturbs. */
interface Disturbance {
  readonly fault: Fault
  /** Requests that are answered well before. */
  readonly after: number
  readonly stage: 'login' | 'report'
}

const networks = await loadNetworks()
const firstDay = parseDay('2026-03-09')!
const loginFaults: readonly Fault[] = ['server-error', 'truncated', 'reset', 'log-in-again', 'slow']

let site: PulledSite
afterEach(() => site.close())

describe.each([...networks.keys()])('%s', (name) => {
  test('after every fault, days have all figures of the network or those of before', async () => {
    const truth = new Truth({ mediated: ['admob', 'vungle'] })
    site = await openPulledSite(truth, '2026-03-10T16:00:00Z')
    await site.connect(name, { startDate: formatDay(firstDay), rereadDays: 2 })
    await site.pullDue()
    let lastDay = firstDay
    expect(await rowsOf(site)).toEqual(figures(site.fake, name, lastDay))
    const perDay = reportsOf(site.fake.requests, name)
    site.pass(1)
    for (const disturbance of disturbances(name, perDay)) {
      const before = await rowsOf(site)
      for (const network of networksOf(site.fake, name)) truth.restate(network, lastDay)
      disturb(site.fake, name, disturbance)
      const asked = site.fake.requests.length
      site.pass(23)
      lastDay = addDays(lastDay, 1)
      await site.pullDue()
      const now = figures(site.fake, name, lastDay)
      const context = JSON.stringify(disturbance)
      const after = await rowsOf(site)
      for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
        const states = [before, now].map((rows) => ofDay(rows, day))
        expect(states, `${context} on ${formatDay(day)}`).toContainEqual(ofDay(after, day))
      }
      const played = site.fake.requests.slice(asked).map(({ fault }) => fault)
      expect(played, context).toContain(disturbance.fault)
      site.fake.script(name, [])
      site.fake.script(name, [], 'login')
      await settle(site, name, lastDay)
      expect(await rowsOf(site), `after ${context} passed`).toEqual(now)
    }
    expectRate(site.fake.requests, name)
  })
})

const rowsOf = async (site: PulledSite): Promise<string[]> => (await counted(site)).sort()

const ofDay = (rows: readonly string[], day: Day): string[] =>
  rows.filter((row) => row.startsWith(formatDay(day)))

const networksOf = ({ networks, truth }: FakeNetworks, name: string): readonly string[] => {
  const { reports } = networks.get(name)!
  return reports === 'mediation' ? truth.size.mediated : [reports]
}

/** A network's true figures of all days, written as {@link counted} does. */
function figures({ networks, truth }: FakeNetworks, name: string, lastDay: Day): string[] {
  const lines: string[] = []
  for (let day = firstDay; day <= lastDay; day = addDays(day, 1)) {
    const byNetwork = Object.groupBy(
      trueRows(truth, networks.get(name)!.reports, day),
      ({ network }) => network,
    )
    for (const [network, rows = []] of Object.entries(byNetwork)) {
      const sum = (of: 'impressions' | 'revenueMicros') =>
        rows.reduce((total, row) => total + row[of], 0)
      lines.push([formatDay(day), network, sum('impressions'), sum('revenueMicros')].join(' '))
    }
  }
  return lines.sort()
}

/** The requests of reports. */
const reportsOf = (requests: readonly ReceivedRequest[], name: string): number =>
  requests.filter(({ connector, stage }) => connector === name && stage === 'report').length

/** A run draws so many faults of each network; the nightly run plays all. */
const faultsPlayed = Math.ceil(caseCount / 10)

/** Faults that a network can play, each in some request of a pull of two days or more. */
function disturbances(name: string, perDay: number): Disturbance[] {
  const all = allDisturbances(name, perDay)
  const order = (index: number) => mix(seed, index + perDay)
  return all
    .map((disturbance, index) => ({ disturbance, order: order(index) }))
    .sort((a, b) => a.order - b.order)
    .slice(0, faultsPlayed)
    .map(({ disturbance }) => disturbance)
}

function allDisturbances(name: string, perDay: number): Disturbance[] {
  const network = networks.get(name)!
  const somewhere = (index: number) => mix(mix(seed, index), perDay) % (2 * perDay)
  const inReports = faultsOf(network).map((fault, index) => ({
    fault,
    after: somewhere(index),
    stage: 'report' as const,
  }))
  if (!network.routes.some(({ stage }) => stage === 'login')) return inReports
  return [
    ...inReports,
    ...loginFaults.map((fault) => ({ fault, after: 0, stage: 'login' as const })),
  ]
}

function disturb(fake: FakeNetworks, name: string, { fault, after, stage }: Disturbance): void {
  const faults = [...Array<null>(after).fill(null), fault]
  fake.script(name, faults, stage)
  if (stage === 'login') fake.networks.get(name)!.forgetLogins!()
}

/** Pulls the days that may have been disturbed, once the network is well. */
async function settle(site: PulledSite, name: string, lastDay: Day) {
  const { call } = site.installation
  const connection = { username: 'studio', name }
  // As long as a network wants to be left alone.
  site.pass(1)
  await call(resumeConnection, connection)
  const startDate = formatDay(Math.max(addDays(lastDay, -3), firstDay) as Day)
  await call(pullConnection, { ...connection, startDate, endDate: formatDay(lastDay) })
}

/**
 * Requests to the network's own hosts have at least the time between them that the connector's rate leaves. A redirect
 * to another host is part of its request.
 */
function expectRate(requests: readonly ReceivedRequest[], name: string): void {
  const { hosts, rate } = connectors.get(name)!
  const gapMs = Math.floor((rate.seconds * 1_000) / rate.requests)
  const isOwn = ({ connector, url }: ReceivedRequest) =>
    connector === name && isDeclared(url.split('/', 1)[0]!, hosts)
  const times = requests.filter(isOwn).map(({ atMs }) => atMs)
  const gaps = times.slice(1).map((atMs, index) => atMs - times[index]!)
  expect(Math.min(...gaps), 'milliseconds between requests').toBeGreaterThanOrEqual(gapMs)
}
