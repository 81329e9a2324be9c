import { brotliCompressSync, deflateRawSync, deflateSync, gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { openNetworks, url } from './networks-on-loopback.ts'

test('a request is sent as asked, with who asks, and its host in front of its path', async () => {
  const { seen, call } = await openNetworks((_seen, response) => response.end('ok'))
  const headers = { authorization: 'Bearer t', 'content-type': 'application/json' }
  await call({ method: 'POST', url, headers, body: '{"day":1}' })
  expect(seen).toMatchObject([
    {
      method: 'POST',
      url: '/api.network.example/report?key=hunter2',
      headers: { ...headers, 'user-agent': 'Adtally/1.2.3' },
      body: '{"day":1}',
    },
  ])
})

test('an answer has its status, headers and text, whatever the status', async () => {
  const { call } = await openNetworks((_seen, response) => {
    response.writeHead(429, { 'Retry-After': '7', 'X-Part': ['a', 'b'] }).end('slow down')
  })
  const { status, header, text, json } = await call({ url })
  expect({ status, text, json }).toEqual({ status: 429, text: 'slow down', json: null })
  expect(header('retry-after')).toBe('7')
  expect(header('x-part')).toBe('a, b')
  expect(header('x-other')).toBe('')
})

test.each<[text: string, json: unknown]>([
  ['{"revenue":0.10,"rows":[1e400,null]}', { revenue: '0.10', rows: ['1e400', null] }],
  ['  "a token"', 'a token'],
  ['12.50', '12.50'],
  ['{"cut":', null],
  ['day,revenue\n"2026-11-01",1', null],
  ['', null],
  ['['.repeat(65) + ']'.repeat(65), null],
  ['['.repeat(64) + ']'.repeat(64), expect.any(Array)],
])('JSON keeps its numbers as texts, and is null when it is none: %s', async (text, json) => {
  const { call } = await openNetworks((_seen, response) => response.end(text))
  expect((await call({ url })).json).toEqual(json)
})

describe('an answer is decompressed', () => {
  const text = 'däy,revenue\n'.repeat(1_000)
  test.each<[encoding: string, bytes: Buffer]>([
    ['gzip', gzipSync(text)],
    ['x-gzip', gzipSync(text)],
    ['deflate', deflateSync(text)],
    ['deflate', deflateRawSync(text)],
    ['br', brotliCompressSync(text)],
    ['identity', Buffer.from(text)],
  ])('%s', async (encoding, bytes) => {
    const { call } = await openNetworks((_seen, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes)
    })
    expect((await call({ url })).text).toBe(text)
  })

  test('unless it is empty', async () => {
    const { call } = await openNetworks((_seen, response) => {
      response.writeHead(200, { 'content-encoding': 'gzip' }).end()
    })
    expect((await call({ url })).text).toBe('')
  })
})

describe('text', () => {
  const answered = async (bytes: Buffer, type: string, status = 200) => {
    const { call } = await openNetworks((_seen, response) => {
      response.writeHead(status, { 'content-type': type }).end(bytes)
    })
    return (await call({ url })).text
  }

  test('is UTF-8 unless its type tells a charset', async () => {
    expect(await answered(Buffer.from('ü'), 'text/csv')).toBe('ü')
    expect(await answered(Buffer.from('ü', 'latin1'), 'text/csv; charset="ISO-8859-1"')).toBe('ü')
  })

  test('has no byte order mark', async () => {
    expect(await answered(Buffer.from('\ufeffday'), 'text/csv')).toBe('day')
  })

  test('of an error is read as well as possible', async () => {
    expect(await answered(Buffer.from([0x66, 0xff]), 'text/html; charset=klingon', 502)).toBe('f�')
  })
})

test('no cookie is sent back', async () => {
  const { seen, call } = await openNetworks((_seen, response) => {
    response.writeHead(200, { 'set-cookie': 'session=1' }).end()
  })
  await call({ url })
  await call({ url })
  expect(seen.map(({ headers }) => headers.cookie)).toEqual([undefined, undefined])
})
