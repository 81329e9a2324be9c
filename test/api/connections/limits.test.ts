import { pino } from 'pino'
import { expect, onTestFinished, test } from 'vitest'
import { type Bounds, defaultBounds } from '../../../src/http/bounds.ts'
import { allNeed } from '../../../src/http/plugins/needs.ts'
import { newServer } from '../../../src/http/server.ts'
import { getText, listen, type RawClient, rawClient } from '../../fixtures/raw-client.ts'

/** A server with a route that answers when the test allows it. */
async function openServer(bounds: Partial<Bounds>, trustedProxies: string[] = []) {
  const lines: string[] = []
  const log = pino({ level: 'warn' }, { write: (line) => void lines.push(line) })
  const app = newServer({ log, bounds: { ...defaultBounds, ...bounds }, trustedProxies })
  allNeed(app, 'nothing')
  let letGo = () => {}
  const held = new Promise<void>((resolve) => {
    letGo = resolve
  })
  const state = { begun: 0 }
  app.get('/held', async () => {
    state.begun++
    await held
    return 'x'.repeat(1_000)
  })
  app.get('/short', async () => 'short')
  onTestFinished(() => letGo())
  return { app, port: await listen(app), letGo: () => letGo(), lines, state }
}

const open = (port: number, count: number): Promise<RawClient[]> =>
  Promise.all(Array.from({ length: count }, () => rawClient(port)))

const closedOf = (clients: readonly RawClient[]): number =>
  clients.filter(({ socket }) => socket.destroyed).length

/** How many of some clients get an answer; the others are cut off. */
async function answered(clients: readonly RawClient[]): Promise<number> {
  for (const client of clients) client.send(getText('/short', 'Connection: close\r\n'))
  const texts = await Promise.all(clients.map(({ closed }) => closed))
  return texts.filter((text) => text.startsWith('HTTP/1.1 200')).length
}

test('an address has as many connections as it may have, and one line says so', async () => {
  const { port, lines } = await openServer({ maxConnectionsPerAddress: 5 })
  const clients = await open(port, 20)
  await expect.poll(() => closedOf(clients)).toBe(15)
  expect(await answered(clients)).toBe(5)
  expect(lines.filter((line) => line.includes('New connections of 127.0.0.1'))).toHaveLength(1)
  expect(lines.join()).toContain('--max-connections-per-address')
  // They are free again.
  expect(await answered(await open(port, 5))).toBe(5)
})

test('a trusted proxy has any number of connections', async () => {
  const { port } = await openServer({ maxConnectionsPerAddress: 5 }, ['127.0.0.0/8'])
  const clients = await open(port, 20)
  expect(await answered(clients)).toBe(20)
})

test('all clients together have as many connections as there may be, and one line says so', async () => {
  const { port, lines } = await openServer({ maxConnections: 5 })
  const clients = await open(port, 20)
  await expect.poll(() => closedOf(clients)).toBe(15)
  expect(await answered(clients)).toBe(5)
  expect(lines.filter((line) => line.includes('--max-connections '))).toHaveLength(1)
})

test('requests of one connection are answered one after another, in their order', async () => {
  const { port, letGo, state } = await openServer({})
  const [client] = await open(port, 1)
  client!.send(getText('/held') + getText('/held') + getText('/short', 'Connection: close\r\n'))
  await expect.poll(() => state.begun).toBe(1)
  // Another connection shows that the server has had time to begin the second.
  expect(await answered(await open(port, 1))).toBe(1)
  expect(state.begun).toBe(1)
  letGo()
  const text = await client!.closed
  expect(client!.statuses()).toEqual([200, 200, 200])
  expect(text.endsWith('short')).toBe(true)
  expect(state.begun).toBe(2)
})

test('a connection with more requests waiting than may wait is closed', async () => {
  const { port, state } = await openServer({ maxPipelined: 4 })
  const [kept, closed] = await open(port, 2)
  kept!.send(getText('/held').repeat(5))
  await expect.poll(() => state.begun).toBe(1)
  closed!.send(getText('/held').repeat(300))
  expect(await closed!.closed).toBe('')
  expect(state.begun).toBe(2)
  expect(kept!.socket.destroyed).toBe(false)
})

test('a body that follows a request that waits is read in its turn', async () => {
  const { port, letGo } = await openServer({ maxPipelined: 4 })
  const [client] = await open(port, 1)
  client!.send(
    `${getText('/held')}POST /short HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 2\r\n\r\n{}${getText('/short', 'Connection: close\r\n')}`,
  )
  letGo()
  await client!.closed
  expect(client!.statuses()).toEqual([200, 405, 200])
})

test('two Host headers are refused', async () => {
  const { port } = await openServer({})
  const [client] = await open(port, 1)
  client!.send('GET /short HTTP/1.1\r\nHost: x\r\nConnection: close\r\nhost: y\r\n\r\n')
  const text = await client!.closed
  expect(client!.statuses()).toEqual([400])
  expect(text).toContain('"code":"bad_request"')
})

test('while the server closes, what is still asked gets 503 with a code', async () => {
  const { app, port, letGo, state } = await openServer({})
  const [client] = await open(port, 1)
  client!.send(getText('/held') + getText('/short'))
  await expect.poll(() => state.begun).toBe(1)
  const closing = app.close()
  await expect.poll(() => app.connections.isClosing).toBe(true)
  letGo()
  const text = await client!.closed
  await closing
  expect(client!.statuses()).toEqual([200, 503])
  expect(text).toContain('"code":"shutting_down"')
  expect(text).toMatch(/^retry-after: 5\r$/m)
})

test('a closing server cuts off, at its deadline, those that do not end', async () => {
  const { app, port, state } = await openServer({})
  const clients = await open(port, 3)
  for (const client of clients) client.send(getText('/held'))
  await expect.poll(() => state.begun).toBe(3)
  const closing = app.close()
  await expect.poll(() => app.connections.isClosing).toBe(true)
  expect(app.connections.destroyAll()).toBe(3)
  await closing
  expect(await Promise.all(clients.map(({ closed }) => closed))).toEqual(['', '', ''])
})
