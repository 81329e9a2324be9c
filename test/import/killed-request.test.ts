import { existsSync } from 'node:fs'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, onTestFinished, test } from 'vitest'
import { type ServerProcess, startServing } from '../cli/spawn-adtally.ts'
import { openSite } from './import-site.ts'
import { sendImport } from './repeated-import.ts'

const killer = fileURLToPath(new URL('kill-at.ts', import.meta.url))

/** Where the server is killed, and whether the import is committed by then. */
const points = [
  ['add before', false],
  ['add after', false],
  ['begin before', false],
  ['begin after', false],
  ['announce before', false],
  ['announce after', false],
  ['COMMIT before', false],
  ['COMMIT after', true],
  ['end before', true],
  ['end after', true],
] as const

test('kill -9 at any moment of a partial import leaves it imported once by a client that repeats it', async () => {
  const site = await openSite()
  const scope = { permissions: ['read', 'import'], apps: null, expiresAtMs: null } as const
  const { key } = await site.installation.keys.create('studio', 'importer', scope)
  await site.close()
  const killFile = join(site.root, 'kill-at')
  await mkdir(site.directory.root, { recursive: true })

  let server: ServerProcess | null = null
  onTestFinished(async () => void (await server?.stop('SIGKILL')))
  const start = () =>
    startServing(['--data-dir', site.directory.root], {
      env: { NODE_OPTIONS: `--import ${killer}`, KILL_FILE: killFile },
    })
  const send = (point: string, { baseUrl }: ServerProcess) =>
    sendImport(baseUrl, key, point, 'zap-ios')

  server = await start()
  for (const [point, isCommitted] of points) {
    await writeFile(killFile, point)
    await expect(send(point, server), point).rejects.toThrow()
    expect(await server.exited, point).toBeNull()
    expect(existsSync(killFile), point).toBe(false)
    server = await start()
    const answer = await send(point, server)
    expect([point, answer.status], answer.body).toEqual([point, 201])
    expect([point, answer.isReplayed]).toEqual([point, isCommitted])
    expect((await send(point, server)).body).toBe(answer.body)
  }
  await server.stop()
  await site.open()
  const sum = points.length
  expect(await site.figures()).toEqual([
    `2026-03-01 zap-ios ownnet video US ${sum} 0 0 ${sum}000000`,
  ])
})
