import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { connect } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'

test('servers end with the process that started them, however it ends', async () => {
  const TMPDIR = await mkdtemp(join(tmpdir(), 'adtally-starter-'))
  const script = `
    import { startClickhouse } from '${import.meta.dirname}/clickhouse.ts'
    import { startRedis } from '${import.meta.dirname}/redis.ts'
    const { urls } = await startClickhouse({ shards: 2 })
    const { url } = await startRedis()
    console.log(JSON.stringify([...urls, url]))
  `
  const starter = spawn(process.execPath, ['--input-type=module', '--eval', script], {
    env: { ...process.env, TMPDIR },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const [line] = await once(starter.stdout, 'data')
  const ports = (JSON.parse(String(line)) as string[]).map((url) => Number(new URL(url).port))
  starter.kill('SIGKILL')
  for (const port of ports) await expect.poll(() => listens(port), { timeout: 10_000 }).toBe(false)
  await rm(TMPDIR, { recursive: true })
})

const listens = (port: number) =>
  new Promise<boolean>((resolve) => {
    const socket = connect(port, '127.0.0.1')
    socket.once('connect', () => {
      socket.destroy()
      resolve(true)
    })
    socket.once('error', () => resolve(false))
  })
