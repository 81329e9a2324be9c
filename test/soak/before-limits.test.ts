import { readFileSync } from 'node:fs'
import { connect } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { serveProcess } from '../cli/spawn-adtally.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { hostileRequests } from './before-limits/hostile-requests.ts'
import { printFigures, sized } from './size.ts'

/** The shortest counts: what else the machine does makes times longer, never shorter. */
const tries = sized(4, 40)
const maxMs = 50
/** A request that seems slow is tried so often: only one that is slow every time is. */
const maxTries = 100

test(`what is parsed before any limit takes less than ${maxMs} ms of any request`, async () => {
  const folder = await newFolder()
  const options = ['--trusted-proxies', '127.0.0.0/8', '--metrics-port', '0']
  const server = await serveProcess(['--data-dir', folder, ...options])
  const operator = JSON.parse(readFileSync(join(folder, 'server.json'), 'utf8'))
  const [, metricsUrl = ''] = /"metrics":"([^"]+)\/metrics"/.exec(server.stdout()) ?? []
  const listeners = { public: server.baseUrl, operator: operator.url, metrics: metricsUrl }

  const slow: string[] = []
  for (const [listener, url] of Object.entries(listeners)) {
    const worst = new Map<string, string>()
    const longestMs = new Map<string, number>()
    for (const { parse, worst: input, bytes } of hostileRequests) {
      const ms = await shortest(Number(new URL(url).port), bytes)
      if (ms >= maxMs) slow.push(`${listener}: ${parse}: ${input}: ${ms.toFixed(1)} ms`)
      if (ms <= (longestMs.get(parse) ?? 0)) continue
      longestMs.set(parse, ms)
      worst.set(parse, `${ms.toFixed(1)} ms (${input})`)
    }
    printFigures(`before limits, ${listener}`, Object.fromEntries(worst))
  }
  expect(slow).toEqual([])
  expect(await server.stop()).toBe(0)
})

/** The shortest time to the first bytes of an answer, or to the end of the connection. */
async function shortest(port: number, bytes: Buffer): Promise<number> {
  let shortestMs = Number.POSITIVE_INFINITY
  for (let nth = 0; nth < (shortestMs < maxMs ? tries : maxTries); nth++) {
    shortestMs = Math.min(shortestMs, await answerMs(port, bytes))
  }
  return shortestMs
}

function answerMs(port: number, bytes: Buffer): Promise<number> {
  const { promise, resolve } = Promise.withResolvers<number>()
  const socket = connect(port, '127.0.0.1', () => {
    const startMs = performance.now()
    const end = () => {
      socket.destroy()
      resolve(performance.now() - startMs)
    }
    socket.once('data', end).once('close', end)
    socket.write(bytes)
  })
  // The answer may come, and the connection end, before the whole body is sent.
  socket.on('error', () => undefined)
  return promise
}
