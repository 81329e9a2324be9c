import { expect, onTestFinished, test } from 'vitest'
import { type FleetProcess, secretWord, shareFleet } from './fleet.ts'
import { type Answer, ask, expectUnharmed, hangMs, startLoad } from './load.ts'
import { startStallingProxy } from './stalling-proxy.ts'
import { postSignIn, studio } from './studio.ts'

const fleet = shareFleet()
const games = '/api/v1/games'
const limit = 50
const limited = { ADTALLY_RATE_LIMIT: String(limit) }
const secrets = [secretWord, studio.key, studio.password]

const twoProcesses = (env: Readonly<Record<string, string>> = limited) =>
  Promise.all([fleet().serve(env), fleet().serve(env)])

/** Stops processes to free resources for others. */
async function stopAll(processes: readonly FleetProcess[]): Promise<void> {
  for (const process of processes) expect(await process.stop()).toBe(0)
}

const remaining = ({ headers }: Answer) => Number(headers.get('x-ratelimit-remaining'))

/** The number of log lines with these words. */
const countInLog = ({ log }: FleetProcess, words: string) =>
  log()
    .split('\n')
    .filter((line) => line.startsWith('{"level":40,') && JSON.parse(line).msg.includes(words))
    .length

/** Sends many requests at once, spread over processes. */
const askManyTimes = (processes: readonly FleetProcess[], times: number) =>
  Promise.all(
    Array.from({ length: times }, (_, index) => ask(processes[index % processes.length]!, games)),
  )

/** The number of answers of each status. */
function counted(answers: readonly Answer[]): Record<string, number> {
  const statuses = answers.map(({ status }) => String(status))
  return Object.fromEntries(
    [...new Set(statuses)].map((status) => [
      status,
      statuses.filter((one) => one === status).length,
    ]),
  )
}

test('all processes share a limit and its remaining count', async () => {
  await fleet().redis.restart()
  const processes = await twoProcesses()
  const answers = await askManyTimes(processes, 80)
  expect(counted(answers)).toEqual({ 200: 50, 429: 30 })
  const left = answers.filter(({ status }) => status === 200).map(remaining)
  expect(left.sort((one, other) => one - other)).toEqual(
    Array.from({ length: limit }, (_, index) => index),
  )
  for (const { status, headers } of answers) {
    expect(headers.get('x-ratelimit-limit')).toBe(String(limit))
    if (status === 429) expect(Number(headers.get('retry-after'))).toBeGreaterThan(3_500)
  }
  expectUnharmed(processes, secrets)
  await stopAll(processes)
})

test('failed sign-ins are counted across all processes', async () => {
  await fleet().redis.restart()
  const processes = await twoProcesses()
  const statuses = []
  for (let attempt = 0; attempt < 11; attempt++) {
    const { origin } = processes[attempt % 2]!
    statuses.push((await postSignIn(origin, 'nobody', 'a wrong password')).status)
  }
  expect(statuses).toEqual([...Array(10).fill(401), 429])
  await stopAll(processes)
})

test('while Valkey is unavailable each process has its own limit, which is logged once', async () => {
  await fleet().redis.restart()
  const processes = await twoProcesses()
  const load = startLoad(processes, ['/documentation', '/api/v1/'], { lanes: 1 })
  expect(counted(await askManyTimes(processes, 10))).toEqual({ 200: 10 })
  await fleet().redis.kill()
  for (const process of processes) {
    await expect.poll(() => countInLog(process, 'Valkey is away'), { timeout: hangMs }).toBe(1)
  }
  await load.stop()
  expect(load.answers.filter(({ status }) => status !== 200 && status !== 429)).toEqual([])

  for (const process of processes) {
    const { 200: answered = 0, 429: refused = 0 } = counted(await askManyTimes([process], 80))
    expect(answered).toBeLessThanOrEqual(limit)
    expect(answered + refused).toBe(80)
  }

  // It is empty after the restart, so earlier counts are lost.
  await fleet().redis.restart()
  for (const process of processes) {
    await expect.poll(() => countInLog(process, 'Valkey is back'), { timeout: hangMs }).toBe(1)
    expect(countInLog(process, 'Valkey is away')).toBe(1)
  }
  expect(counted(await askManyTimes(processes, 80))).toEqual({ 200: 50, 429: 30 })
  expectUnharmed(processes, secrets)
  await stopAll(processes)
})

test('a process starts and answers while Valkey is unavailable, and later shares its counts', async () => {
  await fleet().redis.kill()
  const processes = await twoProcesses()
  for (const process of processes) expect((await ask(process, games)).status).toBe(200)
  await fleet().redis.restart()
  for (const process of processes) {
    await expect.poll(() => countInLog(process, 'Valkey is back'), { timeout: hangMs }).toBe(1)
  }
  expect(counted(await askManyTimes(processes, 80))).toEqual({ 200: 50, 429: 30 })
  await stopAll(processes)
})

test('requests do not wait for a hanging Valkey, which is logged once', async () => {
  await fleet().redis.restart()
  const proxy = await startStallingProxy(fleet().redis.url)
  onTestFinished(() => proxy.close())
  const processes = await twoProcesses({ ADTALLY_VALKEY_URL: proxy.url })
  expect((await ask(processes[0], games)).status).toBe(200)
  proxy.stall()
  const hanging = []
  for (let request = 0; request < 8; request++) {
    hanging.push(await ask(processes[request % 2]!, games))
  }
  expect(counted(hanging)).toEqual({ 200: 8 })
  for (const { ms } of hanging) expect(ms).toBeLessThan(5_000)
  // Requests after the first one therefore do not wait at all.
  for (const process of processes) {
    await expect.poll(() => countInLog(process, 'Valkey is away'), { timeout: hangMs }).toBe(1)
  }
  proxy.recover()
  for (const process of processes) {
    await expect.poll(() => countInLog(process, 'Valkey is back'), { timeout: hangMs }).toBe(1)
    expect(countInLog(process, 'Valkey is away')).toBe(1)
  }
  expectUnharmed(processes, secrets)
  await stopAll(processes)
})
