import { once } from 'node:events'
import { Agent, get, type IncomingMessage } from 'node:http'
import { type AddressInfo, createServer } from 'node:net'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { beginServer } from '../../src/compose/begin-server.ts'
import { openInstallation } from '../../src/compose/installation.ts'
import { startServer } from '../../src/compose/start-server.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { newFolder } from '../fixtures/new-folder.ts'
import { quietConfig } from '../fixtures/quiet-config.ts'

const quiet = pino({ level: 'silent' })

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function statusOf(url: string, init: RequestInit = {}) {
  const answer = await fetch(url, init)
  const body = (await answer.json()) as { status?: unknown; code?: string; detail?: string }
  return { status: answer.status, code: body.code, detail: body.detail }
}

/** @returns the status, and the client's port, which tells connections apart */
async function ask(base: string, agent: Agent) {
  const { promise, resolve, reject } = Promise.withResolvers<IncomingMessage>()
  get(`${base}/readyz`, { agent }, resolve).on('error', reject)
  const answer = await promise
  const { localPort: port } = answer.socket
  await once(answer.resume(), 'end')
  return { status: answer.statusCode, port }
}

/** Asks on one new connection after another, until it is told to end. Notes the statuses, and the codes of errors. */
function knock(base: string) {
  const answers: string[] = []
  let isOver = false
  const work = (async () => {
    while (!isOver) {
      const agent = new Agent()
      const asked = ask(base, agent).then(({ status }) => String(status))
      answers.push(await asked.catch((error: NodeJS.ErrnoException) => error.code ?? error.message))
      await new Promise(setImmediate)
    }
  })()
  const end = () => {
    isOver = true
    return work
  }
  return { answers, end }
}

test('a server that starts or upgrades is alive, and ready for nothing until it is ready', async () => {
  const directory = dataDirectory(await newFolder())
  const begun = await beginServer(quietConfig, quiet)
  onTestFinished(() => begun.close())
  const base = begun.address
  expect((await fetch(`${base}/healthz`)).status).toBe(200)
  expect(await statusOf(`${base}/readyz`)).toMatchObject({ status: 503, code: 'not_ready' })
  for (const path of ['/api/v1/', '/dashboard', '/nothing']) {
    const answer = await fetch(`${base}${path}`)
    expect([path, answer.status, answer.headers.get('retry-after')]).toEqual([path, 503, '5'])
  }
  begun.readiness.phase = 'upgrading'
  expect((await statusOf(`${base}/readyz`)).detail).toContain('upgrading')

  const installation = await openInstallation(directory, { use: 'serve' })
  onTestFinished(() => installation.close())
  const server = await startServer(installation, directory, quietConfig, undefined, begun)
  onTestFinished(() => server.close())
  expect((await statusOf(`${base}/readyz`)).status).toBe(200)
  expect((await fetch(`${base}/api/v1/`)).status).toBe(200)
})

test('a browser that comes while the server starts gets a page that reloads itself, and programs do not', async () => {
  const begun = await beginServer(quietConfig, quiet)
  onTestFinished(() => begun.close())
  begun.readiness.phase = 'upgrading'
  const url = `${begun.address}/dashboard/home`
  const page = await fetch(url, { headers: { accept: 'text/html,*/*;q=0.8' } })
  expect(page.status).toBe(503)
  expect(page.headers.get('refresh')).toBe('2')
  expect(page.headers.get('retry-after')).toBe('5')
  expect(page.headers.get('cache-control')).toBe('no-store')
  expect(page.headers.get('content-security-policy')).toBe(
    "default-src 'none'; frame-ancestors 'none'",
  )
  expect(await page.text()).toContain(
    'The server is upgrading its databases, which may take minutes. This page reloads by itself.',
  )
  const forProgram = { headers: { accept: 'text/html' } }
  expect((await statusOf(`${begun.address}/api/v1/`, forProgram)).code).toBe('not_ready')
})

test('no connection is refused or reset while a server starts, and those that are open stay open', async () => {
  const config = { ...quietConfig, port: await freePort() }
  const directory = dataDirectory(await newFolder())
  const begun = await beginServer(config, quiet)
  onTestFinished(() => begun.close())
  // Each opens a connection, one after another until the server is ready.
  const { answers, end } = knock(begun.address)
  const kept = new Agent({ keepAlive: true, maxSockets: 1 })
  onTestFinished(() => kept.destroy())
  const first = await ask(begun.address, kept)
  const installation = await openInstallation(directory, { use: 'serve' })
  onTestFinished(() => installation.close())
  const server = await startServer(installation, directory, config, undefined, begun)
  onTestFinished(() => server.close())
  const second = await ask(begun.address, kept)
  await end()
  expect(new Set(answers)).toEqual(new Set(['503', '200']))
  expect([first.status, second.status]).toEqual([503, 200])
  expect(second.port).toBe(first.port)
})

test('a taken port is refused before any store is opened', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  onTestFinished(() => void taken.close())
  await expect(beginServer({ ...quietConfig, port }, quiet)).rejects.toThrow('--port')
})

test('a server that drains is not ready, and still answers until its delay is over', async () => {
  const root = await newFolder()
  const directory = dataDirectory(root)
  const installation = await openInstallation(directory, { use: 'serve' })
  onTestFinished(() => installation.close())
  const config = { ...quietConfig, drainDelayMs: 60_000, metricsPort: 0 }
  const server = await startServer(installation, directory, config)
  const monitored = server.metricsUrl!.replace('/metrics', '/readyz')
  expect((await statusOf(`${server.baseUrl}/readyz`)).status).toBe(200)
  expect((await statusOf(monitored)).status).toBe(200)
  const closed = server.close()
  for (const url of [`${server.baseUrl}/readyz`, monitored]) {
    expect(await statusOf(url)).toMatchObject({ status: 503, code: 'not_ready' })
  }
  expect((await fetch(`${server.baseUrl}/api/v1/`)).status).toBe(200)
  expect(await (await fetch(server.metricsUrl!)).text()).toContain('\nadtally_ready 0\n')
  // Asked again, it waits no longer.
  await Promise.all([closed, server.close()])
  await expect(fetch(`${server.baseUrl}/healthz`)).rejects.toThrow('fetch failed')
})
