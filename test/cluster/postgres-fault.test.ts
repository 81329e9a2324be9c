import { setTimeout } from 'node:timers/promises'
import { beforeAll, expect, onTestFinished, test } from 'vitest'
import { maxAgeMs } from '../../src/records/remembered/remembered-values.ts'
import { type FleetProcess, secretWord, shareFleet } from './fleet.ts'
import {
  type Answer,
  ask,
  bodiesOf,
  expectRecovery,
  expectServedOrUnavailable,
  expectUnharmed,
  startLoad,
} from './load.ts'
import { startStallingProxy } from './stalling-proxy.ts'
import { createStudio, postSignIn, requests, signIn, studio } from './studio.ts'

const fleet = shareFleet()
/** Everything that needs a store. */
const pathsWithStore = Object.values(requests).flat()
const all = [...pathsWithStore, '/healthz', '/readyz']
const secrets = [secretWord, studio.key, studio.password]

beforeAll(() => createStudio(fleet()))

const ofPath = (answers: readonly Answer[], path: string) =>
  answers.filter((answer) => answer.path === path)

const patient = { timeout: 10_000 }

/** Expects the process to be alive but not ready, and all else to answer 503. */
async function expectUnavailable(
  processes: readonly FleetProcess[],
  cookie: string,
): Promise<void> {
  // For so long, processes answer from what they remember.
  await setTimeout(2 * maxAgeMs)
  for (const process of processes) {
    const answers = await Promise.all(pathsWithStore.map((path) => ask(process, path, cookie)))
    expectServedOrUnavailable(answers)
    expect(answers.map(({ status }) => status)).toEqual(pathsWithStore.map(() => 503))
    expect((await ask(process, '/healthz')).status).toBe(200)
    // The answer of the last second is kept.
    await expect.poll(async () => (await ask(process, '/readyz')).status, patient).toBe(503)
    const attempt = await postSignIn(process.origin, studio.username, studio.password)
    expect(attempt.status).toBe(503)
    expect(await attempt.json()).toMatchObject({ code: 'store_unavailable' })
  }
}

test('while a killed PostgreSQL is down, answers under load are 503; later they are the same as before', async () => {
  const processes = await Promise.all([fleet().serve(), fleet().serve()])
  const cookie = await signIn(processes[0])
  const before = await bodiesOf(processes[0], pathsWithStore, cookie)
  const load = startLoad(processes, all, { cookie })
  await load.waitForAnswers(60)
  for (const _ of [1, 2]) {
    await fleet().postgres.kill()
    await expectUnavailable(processes, cookie)
    await fleet().postgres.restart()
    await expectRecovery(processes, all, cookie)
    await load.waitForAnswers(60)
  }
  await endUnharmed(processes, await load.stop(), cookie, before)
})

/** Expects everything to be as before, and processes to exit cleanly. */
async function endUnharmed(
  processes: readonly FleetProcess[],
  answers: readonly Answer[],
  cookie: string,
  before: readonly string[],
): Promise<void> {
  expectServedOrUnavailable(answers)
  expect(ofPath(answers, '/healthz').filter(({ status }) => status !== 200)).toEqual([])
  for (const process of processes)
    expect(await bodiesOf(process, pathsWithStore, cookie)).toEqual(before)
  expectUnharmed(processes, secrets)
  for (const process of processes) expect(await process.stop()).toBe(0)
}

test('requests to a hanging PostgreSQL under load fail in time, and work when it answers again', async () => {
  const proxy = await startStallingProxy(fleet().env.ADTALLY_DATABASE_URL!)
  onTestFinished(() => proxy.close())
  const env = { ADTALLY_DATABASE_URL: proxy.url }
  const processes = await Promise.all([fleet().serve(env), fleet().serve(env)])
  const cookie = await signIn(processes[0])
  const before = await bodiesOf(processes[0], pathsWithStore, cookie)
  const load = startLoad(processes, all, { cookie, lanes: 4 })
  await load.waitForAnswers(60)
  proxy.stall()
  await expectUnavailable(processes, cookie)
  proxy.recover()
  await expectRecovery(processes, all, cookie)
  await load.waitForAnswers(60)
  await endUnharmed(processes, await load.stop(), cookie, before)
})

test('a signal ends a process while PostgreSQL is down', async () => {
  const proxy = await startStallingProxy(fleet().env.ADTALLY_DATABASE_URL!)
  onTestFinished(() => proxy.close())
  const [one, other] = await Promise.all([
    fleet().serve(),
    fleet().serve({ ADTALLY_DATABASE_URL: proxy.url }),
  ])
  for (const process of [one, other]) await expectRecovery([process], requests.v2)
  proxy.stall()
  expect(await other.stop()).toBe(0)
  await fleet().postgres.kill()
  expect((await ask(one, requests.v1[0])).status).toBe(503)
  expect(await one.stop()).toBe(0)
  await fleet().postgres.restart()
})
