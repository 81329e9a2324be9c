import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { beginServer } from '../../src/compose/begin-server.ts'
import { openInstallation } from '../../src/compose/installation.ts'
import { startServer } from '../../src/compose/start-server.ts'
import { dataDirectory } from '../../src/config/data-directory.ts'
import { quietConfig } from '../fixtures/quiet-config.ts'

const quiet = pino({ level: 'silent' })

async function newRoot(): Promise<string> {
  const root = await mkdtemp(join(tmpdir(), 'adtally-ready-'))
  onTestFinished(() => rm(root, { recursive: true, force: true }))
  return root
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  const { port } = server.address() as AddressInfo
  await new Promise((resolve) => server.close(resolve))
  return port
}

async function statusOf(url: string) {
  const answer = await fetch(url)
  const body = (await answer.json()) as { status?: unknown; code?: string; detail?: string }
  return { status: answer.status, code: body.code, detail: body.detail }
}

test('a server that starts or upgrades is alive, and ready for nothing until it is ready', async () => {
  const directory = dataDirectory(await newRoot())
  const config = { ...quietConfig, port: await freePort() }
  const base = `http://127.0.0.1:${config.port}`
  const begun = await beginServer(config, quiet)
  onTestFinished(() => begun.freePort())
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
  const server = await startServer(installation, directory, config, undefined, begun)
  onTestFinished(() => server.close())
  expect((await statusOf(`${base}/readyz`)).status).toBe(200)
  expect((await fetch(`${base}/api/v1/`)).status).toBe(200)
})

test('a taken port is refused before any store is opened', async () => {
  const port = await freePort()
  const taken = createServer().listen(port, '127.0.0.1')
  await new Promise((resolve) => taken.once('listening', resolve))
  onTestFinished(() => void taken.close())
  await expect(beginServer({ ...quietConfig, port }, quiet)).rejects.toThrow('--port')
})

test('a server that drains is not ready, and still answers until its delay is over', async () => {
  const root = await newRoot()
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
