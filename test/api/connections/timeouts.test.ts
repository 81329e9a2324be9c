import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'
import { Readable } from 'node:stream'
import { expect, onTestFinished, test } from 'vitest'
import { type Bounds, defaultBounds } from '../../../src/http/bounds.ts'
import { allNeed } from '../../../src/http/plugins/needs.ts'
import { ProgressWatch } from '../../../src/http/plugins/watch-progress.ts'
import { newServer } from '../../../src/http/server.ts'
import { getText, listen, rawClient } from '../../fixtures/raw-client.ts'

/** Bounds that a test lives to see. */
const brief: Bounds = {
  ...defaultBounds,
  headTimeoutMs: 100,
  requestTimeoutMs: 200,
  idleTimeoutMs: 100,
  stallTimeoutMs: 200,
}
const mebibyte = Buffer.alloc(1_048_576, 'x')

/** A server with routes of every pace. `open` counts the answers that stream. */
async function openServer(bounds: Bounds = brief) {
  const app = newServer({ bounds })
  allNeed(app, 'nothing')
  const state = { open: 0, warnings: 0 }
  app.get('/short', async () => 'short')
  app.post('/body', async () => 'read')
  app.get('/endless', async (_request, reply) => {
    state.open++
    const stream = new Readable({ read: () => stream.push(mebibyte) })
    stream.once('close', () => state.open--)
    return reply.send(stream)
  })
  app.get('/trickle', async (_request, reply) => {
    const parts = async function* () {
      for (let part = 0; part < 8; part++) {
        await new Promise((resolve) => setTimeout(resolve, brief.stallTimeoutMs / 3))
        yield `${part}`
      }
    }
    return reply.send(Readable.from(parts(), { objectMode: false }))
  })
  return { port: await listen(app), state, app }
}

test('a connection that sends nothing is closed', async () => {
  const { port } = await openServer()
  const client = await rawClient(port)
  expect(await client.closed).toMatch(/^(HTTP\/1\.1 408 |$)/)
})

test('a head that does not end is answered with 408 and a problem', async () => {
  const { port } = await openServer()
  const client = await rawClient(port)
  client.send('GET /short HTTP/1.1\r\nHost: x\r\n')
  const answer = await client.closed
  expect(answer).toMatch(/^HTTP\/1\.1 408 Request Timeout\r\n/)
  expect(answer).toContain('"code":"request_timeout"')
})

test('a head that comes byte by byte is closed too', async () => {
  const { port } = await openServer()
  const client = await rawClient(port)
  client.send('GET /short HTTP/1.1\r\nX: ')
  const drip = setInterval(() => client.send('y'), 20)
  expect(await client.closed).toMatch(/^HTTP\/1\.1 408 /)
  clearInterval(drip)
})

test('a body that does not end is answered with 408', async () => {
  const { port } = await openServer()
  const client = await rawClient(port)
  client.send(
    'POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 10\r\n\r\n{',
  )
  expect(await client.closed).toMatch(/^HTTP\/1\.1 408 /)
})

test('an idle connection is closed after its answer', async () => {
  const { port } = await openServer()
  const client = await rawClient(port)
  client.send(getText('/short'))
  await client.closed
  expect(client.statuses()).toEqual([200])
})

test('a reader that stalls is given up, and what it read from is closed', async () => {
  const { port, state, app } = await openServer()
  const client = await rawClient(port, { read: false })
  client.send(getText('/endless'))
  await expect.poll(() => state.open).toBe(1)
  await expect.poll(() => state.open, { timeout: 10_000 }).toBe(0)
  expect(
    await new Promise((resolve) => app.server.getConnections((_, count) => resolve(count))),
  ).toBe(0)
})

test('a reader that goes on reading keeps its answer for much longer than the limit', async () => {
  const watch = new ProgressWatch(1_000)
  const { client, socket } = await socketPair()
  socket.write(Buffer.alloc(128 * 1_048_576))
  const { _handle: handle } = socket as unknown as { _handle: { writeQueueSize: number } }
  let left = 0
  client.on('data', ({ length }) => {
    left -= length
    if (left <= 0) client.pause()
  })
  for (let nowMs = 0; nowMs <= 5_000; nowMs += 900) {
    expect(watch.look([socket], nowMs)).toBe(0)
    const before = handle.writeQueueSize
    left = 8_000_000
    client.resume()
    await expect.poll(() => handle.writeQueueSize, { timeout: 10_000 }).toBeLessThan(before)
    client.pause()
  }
  // The bytes that the system still takes count too; then nothing moves.
  let nowMs = 5_400
  const lookLater = () => {
    nowMs += 1_000
    return watch.look([socket], nowMs)
  }
  await expect.poll(lookLater, { timeout: 10_000 }).toBe(1)
  expect(socket.destroyed).toBe(true)
})

test('a reader that takes only drops is given up after ten times the limit', async () => {
  const watch = new ProgressWatch(1_000)
  const { socket } = await socketPair()
  // A piece of which the reader takes a few bytes at each look.
  let unsent = 1_000_000
  const trickling = {
    writableLength: 1_000_000,
    bytesWritten: 1_000_000,
    get _handle() {
      return { writeQueueSize: unsent-- }
    },
    destroy: () => socket.destroy(),
  } as unknown as Socket
  for (let nowMs = 0; nowMs < 10_000; nowMs += 500) expect(watch.look([trickling], nowMs)).toBe(0)
  expect(watch.look([trickling], 10_000)).toBe(1)
  expect(socket.destroyed).toBe(true)
})

/** Both ends of a connection. */
async function socketPair() {
  const server = createServer()
  await once(server.listen(0, '127.0.0.1'), 'listening')
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').pause()
  const [socket] = (await once(server, 'connection')) as [Socket]
  onTestFinished(() => {
    client.destroy()
    socket.destroy()
    server.close()
  })
  return { client, socket }
}

test('an answer that the server writes slowly is no stall', async () => {
  const { port } = await openServer()
  const client = await rawClient(port)
  client.send(getText('/trickle', 'Connection: close\r\n'))
  expect((await client.closed).replaceAll(/[^0-7]/g, '')).toContain('7')
  expect(client.statuses()).toEqual([200])
})

test('a time-out of the next head does not write into the answer before it', async () => {
  const { port } = await openServer()
  const client = await rawClient(port)
  client.send(`${getText('/trickle')}GET /short HTTP/1.1\r\n`)
  await client.closed
  expect(client.statuses()).toEqual([200])
  expect(client.text()).not.toContain('request_timeout')
})

test('a body over the limit is answered with 413 while it is sent, and the connection stays', async () => {
  const { port } = await openServer(defaultBounds)
  const client = await rawClient(port)
  const mebibytes = 32
  client.send(
    `POST /body HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: ${mebibytes * mebibyte.length}\r\n\r\n`,
  )
  for (let sent = 0; sent < mebibytes; sent++) {
    if (!client.socket.write(mebibyte)) await once(client.socket, 'drain')
  }
  client.send(getText('/short', 'Connection: close\r\n'))
  const answer = await client.closed
  expect(answer).toContain('"code":"upload_too_large"')
  expect(client.statuses()).toEqual([413, 200])
})
