import { mkdtempSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { finished } from 'node:stream'
import Fastify from 'fastify'
import { asyncBufferFromUrl } from 'hyparquet'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ParquetFiles } from '../../src/http/answer/parquet/parquet-files.ts'
import { sendFile } from '../../src/http/answer/parquet/send-file.ts'
import { sendProblem, toProblem } from '../../src/http/plugins/answer-problems.ts'
import { parquetWriter } from '../../src/storage/duckdb/write-parquet.ts'
import { manyRows } from './many-rows.ts'
import { readParquet } from './read-parquet.ts'

const workDirectory = mkdtempSync(join(tmpdir(), 'served-parquet-'))
const space = { folder: join(workDirectory, 'parquet'), hasRoom: async () => true }
const files = new ParquetFiles(parquetWriter({ workDirectory }), space)
const app = Fastify({ forceCloseConnections: true })
let url: string
/** The whole file. */
let whole: Buffer
let etag: string

beforeAll(async () => {
  app.setErrorHandler((error, request, reply) => sendProblem(toProblem(error), request, reply))
  app.route({
    method: ['GET', 'POST'],
    url: '/report',
    handler: async (request, reply) => {
      const make = async () => ({
        table: manyRows(150_000),
        metadata: {},
        headers: { 'adtally-currency': 'USD' },
        matchesKey: true,
      })
      const { signal } = new AbortController()
      const file = await files.open(1, 'key', make, signal)
      finished(reply.raw, () => file.release())
      return sendFile(request, reply, file)
    },
  })
  await app.listen({ host: '127.0.0.1', port: 0 })
  url = `http://127.0.0.1:${(app.server.address() as AddressInfo).port}/report`
  const answer = await fetch(url)
  whole = Buffer.from(await answer.arrayBuffer())
  etag = answer.headers.get('etag')!
})

afterAll(async () => {
  await app.close()
  await files.close()
})

const get = (headers: Record<string, string>, method = 'GET') => fetch(url, { method, headers })

test('the whole file has its length, a strong tag, and says that it has ranges', async () => {
  const answer = await get({ 'accept-encoding': 'gzip' })
  expect(answer.status).toBe(200)
  expect(Object.fromEntries(answer.headers)).toMatchObject({
    'accept-ranges': 'bytes',
    'adtally-currency': 'USD',
    'content-length': String(whole.length),
    'content-type': 'application/vnd.apache.parquet',
    etag: expect.stringMatching(/^"[\w-]+"$/),
  })
  expect(answer.headers.has('content-encoding')).toBe(false)
})

test('HEAD answers the same headers without the file, also for a range', async () => {
  for (const headers of [{}, { range: 'bytes=0-9' }] as Record<string, string>[]) {
    const answer = await get(headers, 'HEAD')
    expect(answer.status).toBe(200)
    expect(answer.headers.get('content-length')).toBe(String(whole.length))
    expect(answer.headers.get('accept-ranges')).toBe('bytes')
    expect(answer.headers.get('etag')).toBe(etag)
    expect((await answer.arrayBuffer()).byteLength).toBe(0)
  }
})

test.each<[range: string, first: number, last: number | null]>([
  ['bytes=0-0', 0, 0],
  ['bytes=10-99', 10, 99],
  ['bytes=100000-500000', 100_000, 500_000],
  ['bytes=1000-', 1_000, null],
  ['bytes=-8', -8, null],
  ['bytes=-99999999999999999999', 0, null],
  ['bytes=5-99999999999999999999', 5, null],
  ['Bytes = 4-5', 4, 5],
])('%s is answered with that part', async (range, first, last) => {
  const answer = await get({ range })
  const from = first < 0 ? whole.length + first : first
  const to = last ?? whole.length - 1
  expect(answer.status).toBe(206)
  expect(answer.headers.get('content-range')).toBe(`bytes ${from}-${to}/${whole.length}`)
  expect(answer.headers.get('content-length')).toBe(String(to + 1 - from))
  expect(Buffer.from(await answer.arrayBuffer()).equals(whole.subarray(from, to + 1))).toBe(true)
})

test.each(['bytes=0-1,5-6', 'bytes=9-5', 'bytes=-', 'bytes=a-b', 'rows=0-5', 'bytes=1-2x'])(
  '%s is answered with the whole file',
  async (range) => {
    const answer = await get({ range })
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(whole.length)
  },
)

test.each(['bytes=99999999-', 'bytes=99999999999999999999-', 'bytes=-0'])(
  '%s is beyond the file, whose length is told',
  async (range) => {
    const answer = await get({ range })
    expect(answer.status).toBe(416)
    expect(answer.headers.get('content-range')).toBe(`bytes */${whole.length}`)
    expect(answer.headers.get('content-type')).toContain('application/problem+json')
    expect(await answer.json()).toMatchObject({ code: 'range_not_satisfiable', status: 416 })
  },
)

test('a range of another file is answered with the whole file', async () => {
  const range = 'bytes=0-9'
  const same = await get({ range, 'if-range': etag })
  expect(same.status).toBe(206)
  await same.arrayBuffer()
  for (const other of ['"another"', `W/${etag}`, 'Wed, 11 Mar 2026 06:00:00 GMT']) {
    const answer = await get({ range, 'if-range': other })
    expect(answer.status).toBe(200)
    expect((await answer.arrayBuffer()).byteLength).toBe(whole.length)
  }
})

test('a client that has the file gets 304, whatever range it wants', async () => {
  for (const tag of [etag, `"other", ${etag}`, `W/${etag}`, '*']) {
    const answer = await get({ 'if-none-match': tag, range: 'bytes=0-9' })
    expect(answer.status).toBe(304)
    expect(answer.headers.get('etag')).toBe(etag)
  }
  const answer = await get({ 'if-none-match': '"other"' })
  expect(answer.status).toBe(200)
  await answer.arrayBuffer()
})

test('POST has no ranges', async () => {
  const answer = await get({ range: 'bytes=0-9' }, 'POST')
  expect(answer.status).toBe(200)
  expect((await answer.arrayBuffer()).byteLength).toBe(whole.length)
})

test('a reader fetches only the columns that it needs', async () => {
  let fetched = 0
  const counted = async (input: string | URL | Request, init?: RequestInit) => {
    const answer = await fetch(input, init)
    if (init?.method !== 'HEAD') fetched += Number(answer.headers.get('content-length'))
    return answer
  }
  const file = await asyncBufferFromUrl({ url, fetch: counted })
  const { cells } = await readParquet(file, ['clicks', 'app_name'])
  expect(cells).toHaveLength(2)
  expect(cells[0]).toHaveLength(150_000)
  expect(cells[0]!.slice(0, 3)).toEqual(['App number 0', 'App number 1', 'App number 2'])
  expect(fetched).toBeGreaterThan(0)
  expect(fetched).toBeLessThan(whole.length * 0.75)
})
