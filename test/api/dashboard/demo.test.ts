import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { demoDefaults } from '../../../src/demo/demo-size.ts'
import { demoPassword, demoUsername, installDemo } from '../../../src/demo/install-demo.ts'
import { dayOf } from '../../../src/values/day.ts'
import type {
  FreshnessAnswer,
  HomeAnswer,
  ReconciliationAnswer,
  RestatementsAnswer,
  ToDoAnswer,
} from '../../../web/src/api/wire.ts'
import { signedIn } from '../../fixtures/dashboard-visitor.ts'
import { type ClockedInstallation, openClocked } from '../../fixtures/moving-clock.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { serveReports, type TestServer } from '../../fixtures/report-server.ts'

// A demo of three apps. Its clock begins at noon of 10 March 2026.
let installation: ClockedInstallation
let server: TestServer
let ask: <Answer>(path: string, query?: Query) => Promise<Answer>

const install = async () => {
  const { call, root, now } = installation
  const services = { call, notePath: join(root, 'demo.json'), workDirectory: join(root, 'work') }
  const size = { ...demoDefaults, apps: 3, days: 90 }
  await installDemo(size, { ...services, today: dayOf(now().getTime()) }, () => undefined)
}

beforeAll(async () => {
  installation = await openClocked()
  await install()
  server = serveReports(installation, { today: () => dayOf(installation.now().getTime()) })
  const password = await demoPassword(join(installation.root, 'demo.json'))
  const visitor = await signedIn(server, demoUsername, password!)
  ask = async (path, query = {}) => {
    const response = await visitor.get(path, query)
    expect(response.statusCode, response.body).toBe(200)
    return response.json()
  }
}, 120_000)
afterAll(async () => {
  await server?.close()
  await installation?.remove()
})

const kindsNow = async () => {
  const { items } = await ask<ToDoAnswer>('/to-do')
  return items.map(({ kind, network, days }) => `${kind} ${network} ${days.at(-1)!.end_date}`)
}

test('a demo has a refused key, a late network, a held day and gaps, all with money', async () => {
  expect((await kindsNow()).sort()).toEqual([
    'gap facebook 2026-03-09',
    'gap ironsource 2026-03-09',
    'held_day facebook 2026-03-07',
    'late_network vungle 2026-03-09',
    'refused_key unityads 2026-03-09',
  ])
  const { items } = await ask<ToDoAnswer>('/to-do')
  for (const { kind, money_micros: micros } of items)
    expect(Number(micros), kind).toBeGreaterThan(0)
})

test('the amounts are those of the other answers', async () => {
  const { items } = await ask<ToDoAnswer>('/to-do')
  const microsOf = (kind: string, of: string) =>
    items.find((one) => one.kind === kind && one.network === of)!.money_micros
  const { networks } = await ask<HomeAnswer>('/home')
  const days = { start_date: '2026-03-09', end_date: '2026-03-09' }
  const { networks: fresh } = await ask<FreshnessAnswer>('/freshness', days)
  for (const [kind, network] of [
    ['late_network', 'vungle'],
    ['refused_key', 'unityads'],
  ] as const) {
    const expected = microsOf(kind, network)
    const atHome = networks.find((one) => one.network === network)
    expect(atHome).toMatchObject({ status: 'missing', expected_micros: expected })
    const day = fresh.find((one) => one.network === network)!.days[0]!
    expect(Math.round(Number(day.expected) * 1e6)).toBe(expected)
  }
  const { total } = await ask<ReconciliationAnswer>('/reconciliation', {
    report: 'mediation',
    network: 'facebook',
    by: 'month',
    start_date: '2026-02-10',
    end_date: '2026-03-09',
  })
  expect(microsOf('gap', 'facebook')).toBe(Math.abs(Number(total.gap_micros)))
  const held = items.find(({ kind }) => kind === 'held_day') as { imported_micros: string }
  const report = await ask<{ totals: { revenue: number } }>('/report', {
    start_date: '2026-03-07',
    end_date: '2026-03-07',
    network: 'facebook',
    metrics: 'revenue',
  })
  expect(Math.round(report.totals.revenue * 1e6)).toBe(Number(held.imported_micros))
})

test('a demo has restatements', async () => {
  const days = { start_date: '2026-03-01', end_date: '2026-03-09' }
  const { days: restated } = await ask<RestatementsAnswer>('/restatements', days)
  expect(restated.length).toBeGreaterThan(0)
})

test('no connection of a demo ever calls its network', async () => {
  const statesNow = async () =>
    (await installation.connections.list()).map((one) => [one.name, one.state, one.pulledAtMs])
  const states = [
    ['meta', 'paused', null],
    ['unity-ads', 'refused', null],
  ]
  expect(await statesNow()).toEqual(states)
  const before = await kindsNow()
  await installation.puller.pullDue(new AbortController().signal)
  expect(await statesNow()).toEqual(states)
  expect(await kindsNow()).toEqual(before)
})

test('a day later, the late reports have arrived, and the next ones are late', async () => {
  installation.pass(86_400)
  await install()
  expect((await kindsNow()).sort()).toEqual([
    'gap facebook 2026-03-10',
    'gap ironsource 2026-03-10',
    'held_day facebook 2026-03-08',
    'late_network vungle 2026-03-10',
    'refused_key unityads 2026-03-10',
  ])
})
