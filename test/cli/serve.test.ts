import { existsSync } from 'node:fs'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { get as httpGet, request as httpRequest, type IncomingMessage } from 'node:http'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  adtally,
  adtallyJson,
  adtallyWorks,
  appsCsv,
  expectOneClearLine,
  newFolder,
  newStudio,
  operatorOf,
  serve,
  studioKey,
  type TestServer,
  until,
} from './run-adtally.ts'

const apps = (server: TestServer) =>
  `${server.baseUrl}/api/v2/publisher/applications?developer=studio&key=${studioKey}`

test('a demo server prints addresses that all answer', async () => {
  const cwd = await newFolder()
  await adtallyWorks(['demo', '--apps', '2', '--days', '8'], { cwd })
  const server = await serve(['--demo'], { cwd })
  const printed = server.stdout()
  const curls = [...printed.matchAll(/curl '([^']+)'/g)].map(([, url]) => url!)
  expect(curls.length).toBeGreaterThanOrEqual(3)
  for (const url of curls) {
    expect(url.startsWith(server.baseUrl)).toBe(true)
    const answer = await fetch(url)
    expect(answer.status).toBe(200)
    const { data } = (await answer.json()) as { data: unknown[] }
    expect(data.length).toBeGreaterThan(0)
  }
  const dashboard = /Dashboard\s+(\S+)/.exec(printed)![1]!
  for (const path of [dashboard, `${server.baseUrl}/healthz`, `${server.baseUrl}/readyz`]) {
    expect((await fetch(path)).status).toBe(200)
  }
  expect(await server.stop('SIGINT')).toBe(0)
})

test('what a killed process left in the work directory is gone when a server is ready', async () => {
  const { directory, options } = await newStudio()
  await mkdir(join(directory, 'work', 'import-left'), { recursive: true })
  await writeFile(join(directory, 'work', 'import-left', 'unpacked-0'), 'x')
  await serve([], options)
  const left = await readdir(join(directory, 'work')).catch(() => [])
  expect(left).toEqual([])
})

describe.each(['SIGTERM', 'SIGINT'] as const)('%s', (signal) => {
  test('ends a server with exit code 0 after the requests in flight', async () => {
    const { directory, folder, options } = await newStudio()
    await writeFile(join(folder, 'year.csv'), year())
    await adtallyWorks(['import', 'stats', 'year.csv'], options)
    const server = await serve([], options)
    const expected = await (await fetch(reportOf(server))).text()

    // One client has begun to read a long answer; another is still sending a file.
    const answer = await new Promise<IncomingMessage>((resolve, reject) =>
      httpGet(reportOf(server), resolve).on('error', reject),
    )
    const upload = await beginUpload(directory)
    server.child.kill(signal)
    await until(() => (existsSync(join(directory, 'server.json')) ? null : true))
    expect(server.child.exitCode).toBe(null)

    expect(await upload.finish()).toMatchObject({ result: { added: 1 } })
    let text = ''
    for await (const chunk of answer.setEncoding('utf8')) text += chunk
    expect(text).toBe(expected)
    expect(await server.exited).toBe(0)
    expect(server.stderr()).toBe('')
    const list = await adtallyJson(['accounts', 'list'], options)
    expect(list).toMatchObject([{ username: 'studio' }])
  })
})

test('a server ends though a client keeps an idle connection open', async () => {
  const { options } = await newStudio()
  const server = await serve([], options)
  // fetch keeps its connections alive.
  expect((await fetch(apps(server))).status).toBe(200)
  expect(await server.stop()).toBe(0)
})

test('two servers on one directory: the second gets a clear line, the first goes on', async () => {
  const { directory, options } = await newStudio()
  const first = await serve([], options)
  const before = await operatorOf(directory)
  const line = expectOneClearLine(await adtally(['serve', '--port', '0'], options))
  expect(line).toContain('Another process')
  expect(await operatorOf(directory)).toEqual(before)
  expect((await fetch(apps(first))).status).toBe(200)
  expect(await adtallyJson(['accounts', 'list'], options)).toHaveLength(1)
})

test('a port that is taken is told in one clear line, and the directory is free again', async () => {
  const { options } = await newStudio()
  const other = await newStudio()
  const server = await serve([], other.options)
  const port = new URL(server.baseUrl).port
  const line = expectOneClearLine(await adtally(['serve', '--port', port], options))
  expect(line).toContain(port)
  expect(await adtallyJson(['accounts', 'list'], options)).toHaveLength(1)
})

test('the server.json of a server that was killed is survived', async () => {
  const { directory, options } = await newStudio()
  const killed = await serve([], options)
  await killed.stop('SIGKILL')
  const stale = await operatorOf(directory)
  expect(await adtallyJson(['import', 'stats', 'stats.csv'], options)).toMatchObject({ rows: 2 })
  const next = await serve([], options)
  expect(await operatorOf(directory)).not.toEqual(stale)
  expect((await fetch(apps(next))).status).toBe(200)
  expect(await next.stop()).toBe(0)
  expect(existsSync(join(directory, 'server.json'))).toBe(false)
})

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

/** 98,000 rows of one app: an answer of more bytes than sockets hold. */
function year(): string {
  const lines = ['date,app_id,network,format,country,impressions,revenue']
  for (let day = 0; day < 350; day++) {
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

/** Sends half of an import of apps to a server's operator interface. */
async function beginUpload(directory: string) {
  const { url, token } = await operatorOf(directory)
  const text = `${appsCsv}late,studio,Late,ios\n`.replace(/zap.*\nbrick.*\n/, '')
  const boundary = 'a-line-between-parts'
  const part = (head: string, body: string) => `--${boundary}\r\n${head}\r\n\r\n${body}\r\n`
  const body =
    part('Content-Disposition: form-data; name="argument"', '{}') +
    part('Content-Disposition: form-data; name="file"; filename="apps.csv"', text) +
    `--${boundary}--\r\n`
  const sending = httpRequest(`${url}/operations/importApps`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${token}`,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      'content-length': Buffer.byteLength(body),
    },
  })
  const half = body.length - 30
  sending.write(body.slice(0, half))
  // The server has begun on it when its folder for uploads is there.
  const work = join(directory, 'work')
  await until(() => (existsSync(work) ? true : null))
  return {
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
