import { once } from 'node:events'
import { createServer as createTcpServer } from 'node:net'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { afterEach, describe, expect, test } from 'vitest'
import { maxAnswerBytes } from '../../src/network-calls/read-body.ts'
import { faultOf, listen, openCalls, openNetworks, secret, url } from './networks-on-loopback.ts'

const host = 'api.network.example'
const tryLater = (message: string) => ({ kind: 'try-later', message, cause: undefined })
const refused = (message: string) => ({ kind: 'request-refused', message, cause: undefined })

/** A server that answers with raw bytes, and then ends or resets the connection. */
async function openRaw(answer: string | Buffer, end: 'end' | 'reset') {
  const server = createTcpServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', () => {
      socket.write(answer, () => (end === 'end' ? socket.end() : socket.resetAndDestroy()))
    })
  })
  return openCalls({ at: `http://127.0.0.1:${await listen(server)}` })
}

const head = (headers: string) => `HTTP/1.1 200 OK\r\n${headers}\r\n\r\n`

test('a server that is not there', async () => {
  const server = createTcpServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as { port: number }
  server.close()
  await once(server, 'close')
  const call = openCalls({ at: `http://127.0.0.1:${port}` })
  expect(await faultOf(call({ url }))).toEqual(
    tryLater(`could not be reached (${host}: connection refused)`),
  )
})

test('a host that does not exist', async () => {
  const call = openCalls({
    lookUp: (_name, _options, done) =>
      done(Object.assign(new Error(`getaddrinfo ${secret}`), { code: 'ENOTFOUND' }), []),
  })
  expect(await faultOf(call({ url }))).toEqual(
    tryLater(`could not be reached (${host}: its name was not found)`),
  )
})

test('a host whose name leads into a private network', async () => {
  const call = openCalls({
    lookUp: (_name, _options, done) => done(null, [{ address: '127.0.0.1', family: 4 }]),
  })
  expect(await faultOf(call({ url }))).toEqual(
    refused(
      `is not asked: ${host} is a private address; set ADTALLY_NETWORKS_PRIVATE=allow to allow it`,
    ),
  )
})

describe('a connection that ends', () => {
  test.each<[when: string, answer: string, end: 'end' | 'reset', what: string]>([
    ['before the answer', '', 'end', 'ended the connection without an answer'],
    ['before the answer, by a reset', '', 'reset', 'ended the connection without an answer'],
    ['within the head', 'HTTP/1.1 200', 'end', 'ended the connection without an answer'],
    ['within the body', `${head('content-length: 9')}1234`, 'end', 'ended its answer early'],
    ['by a reset', `${head('content-length: 9')}1234`, 'reset', 'ended its answer early'],
    [
      'within a chunk',
      `${head('transfer-encoding: chunked')}9\r\n1234`,
      'end',
      'ended its answer early',
    ],
    [
      'before the last chunk',
      `${head('transfer-encoding: chunked')}4\r\n1234\r\n`,
      'end',
      'ended its answer early',
    ],
  ])('%s', async (_when, answer, end, what) => {
    const call = await openRaw(answer, end)
    expect(await faultOf(call({ url }))).toEqual(tryLater(`${what} (${host})`))
  })
})

test('an answer that is longer than it says ends where it says', async () => {
  const call = await openRaw(`${head('content-length: 4')}123456789`, 'end')
  expect((await call({ url })).text).toBe('1234')
})

test('an answer that is not HTTP', async () => {
  const call = await openRaw('SSH-2.0-OpenSSH_9.9\r\n', 'end')
  expect(await faultOf(call({ url }))).toEqual(
    tryLater(`answered something else than HTTP (${host})`),
  )
})

test('an answer with endless headers', async () => {
  const call = await openRaw(`HTTP/1.1 200 OK\r\nx: ${'x'.repeat(100_000)}\r\n\r\n`, 'end')
  expect(await faultOf(call({ url }))).toEqual(
    tryLater(`answered something else than HTTP (${host})`),
  )
})

describe('compressed answers', () => {
  const text = 'day,revenue\n'.repeat(10_000)
  const [gzip, br] = [gzipSync(text), brotliCompressSync(text)]
  const answered = async (encoding: string, bytes: Buffer) => {
    const { call } = await openNetworks((_seen, response) => {
      response.writeHead(200, { 'content-encoding': encoding }).end(bytes)
    })
    return faultOf(call({ url }))
  }

  test.each([
    ['gzip', gzip.subarray(0, -20)],
    ['br', br.subarray(0, -5)],
  ])('%s that is cut', async (encoding, bytes) => {
    expect(await answered(encoding, bytes)).toEqual(tryLater(`ended its answer early (${host})`))
  })

  test.each([
    ['gzip', Buffer.from(text)],
    ['br', Buffer.alloc(1_000, 255)],
    ['deflate', Buffer.from(text)],
  ])('%s that is something else', async (encoding, bytes) => {
    expect(await answered(encoding, bytes)).toEqual(tryLater(`answered damaged data (${host})`))
  })

  test.each(['zstd', 'gzip, gzip', '__proto__'])(
    'an encoding that was not asked for: %s',
    async (encoding) => {
      expect(await answered(encoding, gzip)).toEqual(
        refused(`answered in an unknown compression or charset (${host})`),
      )
    },
  )

  test.each<[encoding: string, compress: (bytes: Buffer) => Buffer]>([
    ['gzip', (bytes) => gzipSync(bytes)],
    ['br', (bytes) => brotliCompressSync(bytes)],
  ])('a bomb of %s', async (encoding, compress) => {
    const bomb = compress(Buffer.alloc(maxAnswerBytes + 1, 32))
    expect(await answered(encoding, bomb)).toEqual(refused(`answered more than 32 MiB (${host})`))
  })
})

test('bytes that are no text are no figures', async () => {
  const { call } = await openNetworks((_seen, response) => response.end(Buffer.from([0x66, 0xff])))
  expect(await faultOf(call({ url }))).toEqual(
    refused(`answered in an unknown compression or charset (${host})`),
  )
})

test('an endless answer is given up at its bound', async () => {
  let isOpen = true
  const { call } = await openNetworks((_seen, response) => {
    const chunk = Buffer.alloc(1_048_576, 32)
    const write = () => {
      while (isOpen && response.write(chunk));
    }
    response.on('drain', write).on('close', () => {
      isOpen = false
    })
    write()
  })
  expect(await faultOf(call({ url }))).toEqual(refused(`answered more than 32 MiB (${host})`))
})

describe('a network that takes too long', () => {
  const ends: (() => void)[] = []
  afterEach(() => {
    for (const end of ends.splice(0)) end()
  })

  test('to answer', async () => {
    const { call } = await openNetworks((_seen, response) => ends.push(() => response.destroy()))
    expect(await faultOf(call({ url, timeoutMs: 50 }))).toEqual(
      tryLater(`did not answer within 0.05 s (${host})`),
    )
  })

  test('in the middle, although it goes on sending', async () => {
    const { call } = await openNetworks((_seen, response) => {
      const drip = setInterval(() => response.write('x'), 5)
      response.on('close', () => clearInterval(drip))
    })
    expect(await faultOf(call({ url, timeoutMs: 100 }))).toEqual(
      tryLater(`did not answer within 0.1 s (${host})`),
    )
  })

  test('to redirect', async () => {
    const { call } = await openNetworks((_seen, response) => {
      response.writeHead(302, { location: '/' }).write('x')
      ends.push(() => response.destroy())
    })
    expect(await faultOf(call({ url, timeoutMs: 100 }))).toEqual(
      tryLater(`did not answer within 0.1 s (${host})`),
    )
  })
})

test('a call that is given up throws the reason', async () => {
  const giveUp = new AbortController()
  const { call } = await openNetworks(() => giveUp.abort(new Error('the process is ending')))
  await expect(call({ url }, giveUp.signal)).rejects.toThrow('the process is ending')
  await expect(call({ url }, giveUp.signal)).rejects.toThrow('the process is ending')
})

test('a credential that no header can carry is not told', async () => {
  const { seen, call } = await openNetworks((_seen, response) => response.end())
  for (const bad of [`${secret}\r\nx: y`, `${secret}🔑`]) {
    expect(await faultOf(call({ url, headers: { authorization: bad } }))).toEqual(
      refused(`is not asked: a credential has characters that cannot be sent (${host})`),
    )
  }
  expect(seen).toEqual([])
})
