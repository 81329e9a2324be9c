import { createClient } from '@clickhouse/client'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { type Fleet, type FleetProcess, secretWord, shareFleet } from './fleet.ts'
import {
  ask,
  bodiesOf,
  expectRecovery,
  expectServedOrUnavailable,
  expectUnharmed,
  startLoad,
} from './load.ts'
import { startStallingProxy } from './stalling-proxy.ts'
import { appIds, createStudio, figuresOf, requests, signIn, studio } from './studio.ts'

const secrets = [secretWord, studio.key, studio.password]
const withFigures = [...requests.v2, ...requests.earlier, ...requests.dashboardFigures]
const withoutFigures = [...requests.v1, ...requests.apps, '/healthz']

/** Answers that are kept in memory would be given without ClickHouse. */
const nothingKept = { ADTALLY_ANSWER_MEMORY: '0MB' }

describe('one node', () => {
  const fleet = shareFleet()
  beforeAll(() => createStudio(fleet()))

  test('that is killed under load fails only requests for figures, until it is back', async () => {
    const processes = await Promise.all([fleet().serve(nothingKept), fleet().serve(nothingKept)])
    const cookie = await signIn(processes[0])
    const before = await bodiesOf(processes[0], withFigures, cookie)
    const load = startLoad(processes, [...withFigures, ...withoutFigures], { cookie })
    await load.waitForAnswers(60)
    for (const _ of [1, 2]) {
      await fleet().clickhouse.kill(0)
      await expectStatuses(processes, withFigures, cookie, 503)
      await expectStatuses(processes, withoutFigures, cookie, 200)
      await fleet().clickhouse.restart(0)
      await expectRecovery(processes, withFigures, cookie)
    }
    await load.waitForAnswers(60)
    const answers = await load.stop()
    expectServedOrUnavailable(answers)
    const free = answers.filter(({ path }) => (withoutFigures as string[]).includes(path))
    expect(free.filter(({ status }) => status !== 200)).toEqual([])
    for (const process of processes) {
      expect(await bodiesOf(process, withFigures, cookie)).toEqual(before)
    }
    await endUnharmed(processes)
  })

  test('that hangs fails only requests for figures, in time, and is asked again later', async () => {
    const { proxy, processes } = await startBehindProxy(fleet())
    const cookie = await signIn(processes[0]!)
    const before = await bodiesOf(processes[0]!, withFigures, cookie)
    const load = startLoad(processes, [...withFigures, ...withoutFigures], { cookie, lanes: 1 })
    await load.waitForAnswers(30)
    proxy.stall()
    await expectStatuses(processes, requests.v2, cookie, 503)
    await expectStatuses(processes, withoutFigures, cookie, 200)
    proxy.recover()
    await expectRecovery(processes, withFigures, cookie)
    await load.waitForAnswers(30)
    expectServedOrUnavailable(await load.stop())
    expect(await bodiesOf(processes[1]!, withFigures, cookie)).toEqual(before)
    await endUnharmed(processes)
  })

  // The time limit starts when the request gets one of the 16 places.
  test('that hangs fails requests for figures in time, even when there are many', async () => {
    const { proxy, processes } = await startBehindProxy(fleet())
    await expectRecovery(processes, requests.v2)
    proxy.stall()
    const asked = Array.from({ length: 40 }, () => ask(processes[0]!, requests.v2[0]!))
    expectServedOrUnavailable(await Promise.all(asked))
  })
})

describe('two shards', () => {
  const fleet = shareFleet(2)
  beforeAll(() => createStudio(fleet()))

  test.each([0, 1])(
    'figures are served without shard %i, except those stored there',
    async (dead) => {
      const processes = await Promise.all([fleet().serve(nothingKept), fleet().serve(nothingKept)])
      const cookie = await signIn(processes[0])
      const before = await bodiesOf(processes[0], withFigures, cookie)
      const lying = await appsByShard(fleet())
      const lost = lying[dead]!.map(figuresOf)
      const kept = [...lying[1 - dead]!.map(figuresOf), ...withoutFigures]
      expect(Math.min(lost.length, lying[1 - dead]!.length)).toBeGreaterThan(0)
      const load = startLoad(processes, [...lost, ...kept, ...withFigures], { cookie })
      await load.waitForAnswers(60)
      await fleet().clickhouse.kill(dead)
      await expectStatuses(processes, [...lost, ...withFigures.slice(0, 5)], cookie, 503)
      await expectStatuses(processes, kept, cookie, 200)
      await load.waitForAnswers(60)
      await fleet().clickhouse.restart(dead)
      await expectRecovery(processes, [...lost, ...kept, ...withFigures], cookie)
      await load.waitForAnswers(60)
      const answers = await load.stop()
      expectServedOrUnavailable(answers)
      const refused = answers.filter(({ path, status }) => kept.includes(path) && status !== 200)
      expect(refused.map(({ path, body }) => [path, body])).toEqual([])
      for (const process of processes) {
        expect(await bodiesOf(process, withFigures, cookie)).toEqual(before)
      }
      await endUnharmed(processes)
    },
  )
})

/** Two processes that reach ClickHouse through a proxy. */
async function startBehindProxy(fleet: Fleet) {
  const proxy = await startStallingProxy(fleet.env.ADTALLY_CLICKHOUSE_URL!)
  onTestFinished(() => proxy.close())
  const env = { ...nothingKept, ADTALLY_CLICKHOUSE_URL: proxy.url }
  return { proxy, processes: await Promise.all([fleet.serve(env), fleet.serve(env)]) }
}

/** The apps with figures on each shard. */
async function appsByShard({ clickhouse, env }: Fleet): Promise<string[][]> {
  const { pathname } = new URL(env.ADTALLY_CLICKHOUSE_URL!.split(',')[0]!)
  return Promise.all(
    clickhouse.urls.map(async (url) => {
      const client = createClient({ url, database: pathname.slice(1) })
      const answer = await client.query({
        query: 'SELECT DISTINCT app FROM figures_local ORDER BY app',
        format: 'JSONEachRow',
      })
      const rows = await answer.json<{ app: number }>()
      await client.close()
      // App keys start at 1, in import order.
      return rows.map(({ app }) => appIds[app - 1]!)
    }),
  )
}

async function expectStatuses(
  processes: readonly FleetProcess[],
  paths: readonly string[],
  cookie: string,
  status: number,
): Promise<void> {
  for (const process of processes) {
    const answers = await Promise.all(paths.map((path) => ask(process, path, cookie)))
    expectServedOrUnavailable(answers)
    const others = answers.filter((answer) => answer.status !== status)
    expect(others.map(({ path, status, body }) => [path, status, body])).toEqual([])
  }
}

async function endUnharmed(processes: readonly FleetProcess[]): Promise<void> {
  expectUnharmed(processes, secrets)
  for (const process of processes) expect(await process.stop()).toBe(0)
}
