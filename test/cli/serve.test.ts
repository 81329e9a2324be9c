import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import {
  Agent,
  createServer,
  get as httpGet,
  request as httpRequest,
  type IncomingMessage,
} from 'node:http'
import { type AddressInfo, connect } from 'node:net'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import {
  adtally,
  adtallyJson,
  adtallyWorks,
  expectOneClearLine,
  serve,
  type TestServer,
  until,
} from './run-adtally.ts'
import { serveProcess, spawnAdtally } from './spawn-adtally.ts'
import { newFolder, newStudio, operatorOf, shareStudio, studioKey, within } from './studio.ts'

/** Clients that keep their connections open as long as the server does. */
const agent = new Agent({ keepAlive: true })
afterAll(() => agent.destroy())

const apps = (server: TestServer) =>
  `${server.baseUrl}/api/v2/publisher/applications?developer=studio&key=${studioKey}`

test('a demo server prints URLs that all answer', async () => {
  const cwd = await newFolder()
  await adtallyWorks(['demo', '--apps', '2', '--days', '8'], { cwd })
  const server = await serve(['--demo'], { cwd, terminal: true })
  const printed = server.stdout()
  const curls = [...printed.matchAll(/curl '([^']+)'/g)].map(([, url]) => url!)
  expect(curls.length).toBeGreaterThanOrEqual(3)
  for (const url of curls) {
    expect(url.startsWith(server.baseUrl)).toBe(true)
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    const body = (await answer.json()) as { data?: unknown[]; games_url?: string }
    expect(body.data?.length ?? body.games_url?.length).toBeGreaterThan(0)
  }
  const dashboard = /Dashboard\s+(\S+)/.exec(printed)![1]!
  for (const path of [dashboard, `${server.baseUrl}/healthz`, `${server.baseUrl}/readyz`]) {
    expect((await fetch(path)).status).toBe(200)
  }
  expect(await server.stop()).toBe(0)
})

test('a server empties its work directory and keeps it for the engine to spill to', async () => {
  const { directory, options } = await newStudio()
  await mkdir(join(directory, 'work', 'import-left'), { recursive: true })
  await writeFile(join(directory, 'work', 'import-left', 'unpacked-0'), 'x')
  await serve([], options)
  expect(await readdir(join(directory, 'work'))).toEqual([])
})

describe('a signal ends a server with exit code 0 after it has answered the requests in flight', () => {
  const shared = shareStudio()
  let expected: string
  beforeAll(async () => {
    const { directory, folder } = shared()
    const path = join(folder, 'year.csv')
    await writeFile(path, year())
    const file = { files: [{ name: 'year.csv', path }] }
    await within(directory, ({ call }) => call(importFigures, {}, file))
  })

  test.each(['SIGTERM', 'SIGINT'] as const)('%s', async (signal) => {
    const { directory, options } = shared()
    const server = await serveProcess([], options)
    expected ??= await (await fetch(reportOf(server))).text()

    // One client is reading a long answer; another is still sending a file.
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      httpGet(reportOf(server), { agent }, resolve).on('error', reject),
    )
    const upload = await beginUpload(directory, signal)
    server.child.kill(signal)
    await until(() => (existsSync(join(directory, 'server.json')) ? null : true))
    expect(server.child.exitCode).toBe(null)

    expect(await upload.finish()).toMatchObject({ result: { added: 1 } })
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    expect(text === expected).toBe(true)
    expect(await server.exited).toBe(0)
    expect(server.stderr()).toBe('')
  })
})

test('a client that disconnects while sending a file does not harm the server', async () => {
  const { directory, options } = await newStudio()
  const server = await serveProcess([], options)
  const upload = await beginUpload(directory, 'gone')
  upload.hangUp()
  const uploads = async () => (await readdir(join(directory, 'work'))).length
  await until(async () => ((await uploads()) === 0 ? true : null))
  expect(await adtallyJson(['import', 'stats', 'stats.csv'], options)).toMatchObject({ rows: 2 })
  const text = await (await fetch(apps(server))).text()
  expect(text).not.toContain('gone')
  expect(await server.stop()).toBe(0)
})

test('a server ends even when a client keeps an idle connection open', async () => {
  const { options } = await newStudio()
  const server = await serveProcess([], options)
  // fetch keeps its connections open.
  expect((await fetch(apps(server))).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('a server ends even when a client has connected and sent nothing', async () => {
  const { options } = await newStudio()
  const server = await serveProcess([], options)
  const { hostname, port } = new URL(server.baseUrl)
  const silent = connect(Number(port), hostname)
  onTestFinished(() => void silent.destroy())
  await once(silent, 'connect')
  // The server has accepted it once it answers a later connection.
  expect((await fetch(apps(server))).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('a server ends at its deadline though a client reads nothing and another never ends its file', async () => {
  const { directory, options } = await newStudio()
  const server = await serveProcess(['--shutdown-timeout', '1'], options)
  const { hostname, port } = new URL(server.baseUrl)
  const stalled = connect(Number(port), hostname)
  onTestFinished(() => void stalled.destroy())
  stalled.on('error', () => undefined).write('GET / HTTP/1.1\r\nHost: x\r\n')
  const upload = await beginUpload(directory, 'endless')
  upload.mayBeCutOff()
  server.child.kill('SIGTERM')
  expect(await server.exited).toBe(0)
  expect(server.stdout()).toContain('The shutdown deadline has passed; 2 connections were cut off.')
})

test('a second server on the same directory fails with a clear line, and the first continues', async () => {
  const { directory, options } = await newStudio()
  const first = await serveProcess([], options)
  const before = await operatorOf(directory)
  const line = expectOneClearLine(await adtally(['serve', '--port', '0'], options))
  expect(line).toContain('Another process')
  expect(await operatorOf(directory)).toEqual(before)
  expect((await fetch(apps(first))).status).toBe(200)
  expect(await adtallyJson(['accounts', 'list'], options)).toHaveLength(1)
})

test('a host that is not of this machine is refused by its flag', async () => {
  const { options } = await newStudio()
  // An address for documentation, which no machine has.
  const args = ['serve', '--port', '0', '--host', '192.0.2.1']
  expect(expectOneClearLine(await adtally(args, options))).toBe(
    'adtally: --host (or ADTALLY_HOST): "192.0.2.1" is not an address of this machine',
  )
})

test('a port in use gives one clear line with the flag to change, and the directory is unlocked', async () => {
  const { options } = await newStudio()
  const other = await newStudio()
  const server = await serve([], other.options)
  const port = new URL(server.baseUrl).port
  const line = expectOneClearLine(await spawnAdtally(['serve', '--port', port], options))
  expect(line).toBe(
    `adtally: --port (or ADTALLY_PORT): port ${port} of 127.0.0.1 is in use; give another one from 1024 to 65535, or 0 for any free port`,
  )
  expect(await adtallyJson(['accounts', 'list'], options)).toHaveLength(1)
})

test('a damaged figures file is reported as damaged, not as in use', async () => {
  const { directory, options } = await newStudio()
  const path = join(directory, 'figures.duckdb')
  const bytes = await readFile(path)
  // The two headers after the first, each with its own checksum.
  bytes.fill(0x55, 4_104, 4_160).fill(0x55, 8_200, 8_256)
  await writeFile(path, bytes)
  const line = expectOneClearLine(await adtally(['accounts', 'list'], options))
  expect(line).toContain('figures.duckdb')
  expect(line).not.toContain('Another process')
})

test('a server starts despite the server.json of a killed server', async () => {
  const { directory, options } = await newStudio()
  const killed = await serveProcess([], options)
  await killed.stop('SIGKILL')
  const stale = await operatorOf(directory)
  expect(await adtallyJson(['import', 'stats', 'stats.csv'], options)).toMatchObject({ rows: 2 })
  const next = await serve([], options)
  expect(await operatorOf(directory)).not.toEqual(stale)
  expect((await fetch(apps(next))).status).toBe(200)
  expect(await next.stop()).toBe(0)
  expect(existsSync(join(directory, 'server.json'))).toBe(false)
})

test.each(['cut short', 'of a port that another program has taken since'])(
  'a server starts despite a server.json %s',
  async (what) => {
    const { directory, options } = await newStudio()
    const other = createServer((_request, response) => response.end('hello'))
    onTestFinished(() => void other.close())
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve))
    const url = `http://127.0.0.1:${(other.address() as AddressInfo).port}`
    const text = JSON.stringify({ url, token: 'a-token-of-the-past' })
    await writeFile(join(directory, 'server.json'), what === 'cut short' ? text.slice(0, 9) : text)
    expect(await adtallyJson(['accounts', 'list'], options)).toMatchObject([{ username: 'studio' }])
  },
)

const countries = [
  'AT',
  'BE',
  'BR',
  'CA',
  'CH',
  'DE',
  'ES',
  'FR',
  'GB',
  'IN',
  'IT',
  'JP',
  'KR',
  'US',
]

/** 84,000 rows of one app: an answer of 9 MB, more than socket buffers hold. */
function year(): string {
  const lines = ['date,app_id,network,format,country,impressions,revenue']
  for (let day = 0; day < 300; day++) {
    const date = new Date(Date.UTC(2025, 0, 1 + day)).toISOString().slice(0, 10)
    for (let format = 0; format < 20; format++) {
      for (const country of countries) {
        lines.push(`${date},zap,ownnet,f${format},${country},${1_000 + day},${day}.25`)
      }
    }
  }
  return lines.join('\n')
}

const reportOf = (server: TestServer) =>
  apps(server).replace('applications?', 'applications/stats?') +
  '&start_date=2025-01-01&end_date=2025-12-31&app_id=zap'

/** Sends half of an import of apps to the operator interface of a server. */
async function beginUpload(directory: string, appId: string) {
  const { url, token } = await operatorOf(directory)
  const text = `app_id,publisher,app_name,platform\n${appId},studio,Late,ios\n`
  const boundary = 'a-line-between-parts'
  const part = (head: string, body: string) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`
  const body =
    part('Content-Disposition: form-data; name="call"', '{"request":{},"names":["apps.csv"]}') +
    part('Content-Disposition: form-data; name="file"; filename="apps.csv"', text) +
    `--${boundary}--\r\n`
  const sending = httpRequest(`${url}/use-cases/import-apps`, {
    method: 'POST',
    agent,
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': Buffer.byteLength(body),
    },
  })
  const half = body.length - 30
  sending.write(body.slice(0, half))
  // The server is reading it once its upload folder exists.
  const work = join(directory, 'work')
  const uploads = () => readdir(work).catch(() => [])
  await until(async () => ((await uploads()).length > 0 ? true : null))
  return {
    mayBeCutOff: () => void sending.on('error', () => undefined),
    hangUp: () => void sending.on('error', () => undefined).destroy(),
    finish: async () => {
      const answered = new Promise<IncomingMessage>((resolve, reject) =>
        sending.on('response', resolve).on('error', reject),
      )
      sending.end(body.slice(half))
      let lines = ''
      for await (const chunk of (await answered).setEncoding('utf8')) lines += chunk
      return JSON.parse(lines.trim().split('\n').at(-1)!)
    },
  }
}
