import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { Agent } from 'node:http'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { countries } from '../../src/values/country.ts'
import { addDays, formatDay, parseDay } from '../../src/values/day.ts'
import { stdoutOf } from '../cli/run-adtally.ts'
import { serveProcess, spawnAdtally } from '../cli/spawn-adtally.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import {
  ask,
  hammer,
  headOf,
  openStubborn,
  type Statuses,
  type Target,
} from './overload/clients.ts'
import { printFigures, sized } from './size.ts'

const overloadMs = sized(8_000, 120_000)
const idleConnections = sized(500, 5_000)
const slowReaders = sized(50, 500)
const pipelined = 300
const betweenLightMs = 20
const maxMemoryMiB = 1_536

test('light questions are answered beside heavy ones, stalled readers, idle connections and pipelines', {
  timeout: 120_000 + 3 * overloadMs,
}, async () => {
  const folder = await newFolder()
  const keys = await fill(folder)
  const server = await serveProcess(['--data-dir', folder])
  const port = Number(new URL(server.baseUrl).port)
  const pid = server.child.pid!
  const target = (username: string, query: string): Target => ({
    port,
    path: `/api/v2/publisher/applications/stats?developer=${username}&${query}`,
    headers: { authorization: `Bearer ${keys[username]}` },
  })
  const light = target('light', 'start_date=2026-01-01&end_date=2026-01-07')
  const heavy = target('heavy', 'start_date=2026-01-01&end_date=2026-12-31&group_by=country')

  const usual = await measure(light, 2_000)
  const restMiB = memoryMiB(pid)
  const restFiles = openFiles(pid)

  const stop = AbortSignal.timeout(overloadMs)
  const idle = await openStubborn(port, idleConnections, '', '127.0.0.4')
  const halfHeads = await openStubborn(port, slowReaders, 'GET / HTTP/1.1\r\n', '127.0.0.5')
  const stalled = await openStubborn(port, slowReaders, headOf(heavy), '127.0.0.6')
  const pipes = await openStubborn(port, 4, headOf(heavy).repeat(pipelined), '127.0.0.7')
  let peakMiB = 0
  const watch = setInterval(() => {
    peakMiB = Math.max(peakMiB, memoryMiB(pid))
  }, 100)
  const [under, heavyStatuses, strangers] = await Promise.all([
    measure(light, overloadMs - 1_000),
    hammer(heavy, 200, '127.0.0.8', stop),
    hammer({ ...light, path: '/games/none', headers: {} }, 64, '127.0.0.9', stop),
  ])
  clearInterval(watch)
  const openBefore = [idle, halfHeads, stalled, pipes].map((one) => one.stillOpen())
  for (const one of [idle, halfHeads, stalled, pipes]) one.end()

  const after = await eventually(async () => {
    const found = { files: openFiles(pid), measured: await measure(light, 1_000) }
    return found.files <= restFiles + 16 ? found : null
  })
  printFigures('overload', {
    usualP99Ms: usual.p99Ms,
    underP99Ms: under.p99Ms,
    afterP99Ms: after.measured.p99Ms,
    light: JSON.stringify(under.statuses),
    heavy: JSON.stringify(heavyStatuses),
    strangers: JSON.stringify(strangers),
    stillOpen: openBefore.join('/'),
    restMiB,
    peakMiB,
  })
  expect(under.statuses).toEqual({ 200: expect.any(Number) })
  expect(under.bodies).toEqual(usual.bodies)
  expect(after.measured.bodies).toEqual(usual.bodies)
  for (const statuses of [heavyStatuses, strangers]) {
    expect(Object.keys(statuses).filter((one) => !/^(200|404|429|503|failed)$/.test(one))).toEqual(
      [],
    )
  }
  expect(peakMiB).toBeLessThan(maxMemoryMiB)
  expect(await server.stop()).toBe(0)
})

/** Creates an account with a year of every country, and one with a week. @returns their keys */
async function fill(folder: string): Promise<Record<string, string>> {
  const run = async (...args: string[]) =>
    stdoutOf(await spawnAdtally([...args, '--data-dir', folder]))
  const keys: Record<string, string> = {}
  for (const username of ['light', 'heavy']) {
    const made = JSON.parse(await run('accounts', 'create', username, '--json'))
    keys[username] = made.key
  }
  const apps = join(folder, 'apps.csv')
  const names = ['light', ...Array.from({ length: 8 }, (_, nth) => `heavy-${nth}`)]
  const line = (name: string) => `${name},${name.split('-')[0]},${name},ios\n`
  await writeFile(apps, `app_id,publisher,app_name,platform\n${names.map(line).join('')}`)
  await run('import', 'apps', apps)
  const first = parseDay('2026-01-01')!
  const rows = names.flatMap((name) =>
    Array.from({ length: name === 'light' ? 7 : 365 }, (_, nth) =>
      countries.map(
        (country) => `${formatDay(addDays(first, nth))},${name},ownnet,video,${country},100,0.5\n`,
      ),
    ).flat(),
  )
  const figures = join(folder, 'figures.csv')
  await writeFile(
    figures,
    `date,app_id,network,format,country,impressions,revenue\n${rows.join('')}`,
  )
  await run('import', 'stats', figures)
  return keys
}

interface Measured {
  readonly p99Ms: number
  readonly statuses: Statuses
  readonly bodies: readonly string[]
}

/** Asks a light question every few milliseconds without waiting for the answer before. */
async function measure(target: Target, forMs: number): Promise<Measured> {
  const agent = new Agent({ keepAlive: true })
  const end = performance.now() + forMs
  const answers: Promise<void>[] = []
  const times: number[] = []
  const statuses: Statuses = {}
  const bodies = new Set<string>()
  while (performance.now() < end) {
    answers.push(
      ask(target, agent, '127.0.0.2').then(
        ({ status, ms, body }) => {
          times.push(ms)
          statuses[status] = (statuses[status] ?? 0) + 1
          if (status === 200) bodies.add(body)
        },
        () => {
          statuses.failed = (statuses.failed ?? 0) + 1
        },
      ),
    )
    await delay(betweenLightMs)
  }
  await Promise.all(answers)
  agent.destroy()
  times.sort((one, other) => one - other)
  const p99Ms = Math.round(times[Math.floor(times.length * 0.99)] ?? Number.NaN)
  return { p99Ms, statuses, bodies: [...bodies] }
}

async function eventually<Found>(look: () => Promise<Found | null>): Promise<Found> {
  for (let tries = 0; tries < 60; tries++) {
    const found = await look()
    if (found) return found
    await delay(1_000)
  }
  throw new Error('The server did not come back to rest.')
}

const memoryMiB = (pid: number): number => {
  const [, kib] = /VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8')) ?? []
  return Math.round(Number(kib) / 1_024)
}

const openFiles = (pid: number): number => readdirSync(`/proc/${pid}/fd`).length
