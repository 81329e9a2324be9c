import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { MemoryBudget } from '../../src/limits/memory-budget.ts'
import type { ReportChunk, ReportStore } from '../../src/reporting/report-store.ts'
import { watchQueries } from '../fixtures/engine-queries.ts'
import { aboutDays, manyDays, rowsOfDays } from '../fixtures/long-answers.ts'
import { getText, listen, rawClient } from '../fixtures/raw-client.ts'
import { nothingKept, serveReports, type TestServer, withQuery } from '../fixtures/report-server.ts'
import { acme, openV2Publisher, statsPath, type V2Publisher } from '../fixtures/v2-publisher.ts'

/** 100 days of one app and every country: an answer of two megabytes. */
const days = manyDays(100)
const long = { ...acme, ...aboutDays(days) }

let publisher: V2Publisher
let server: TestServer
let memory: MemoryBudget
let asked = 0
/** Runs before the last byte of an answer. */
let atEnd = async () => {}
let figures: ReportStore
let expected: string

const importDays = (some: readonly string[], impressions: number) =>
  publisher.installation.importFigures(rowsOfDays(some, () => ({ impressions })))

async function* heldAtEnd(chunks: AsyncIterable<ReportChunk>): AsyncGenerator<ReportChunk> {
  yield* chunks
  await atEnd()
}

beforeAll(async () => {
  publisher = await openV2Publisher()
  await importDays(days, 1_000)
  const { installation } = publisher
  memory = new MemoryBudget(100_000_000)
  const watched = watchQueries(installation.figures, () => {
    asked++
  })
  figures = {
    ...watched,
    async *query(plans, signal) {
      for await (const rows of watched.query(plans, signal)) {
        yield { ...rows, chunks: heldAtEnd(rows.chunks) }
      }
    },
  }
  server = serveReports({ ...installation, figures, answerMemory: memory })
  const bare = serveReports({ ...installation, ...nothingKept })
  expected = (await bare.get(statsPath, long)).body
  await bare.close()
})
afterAll(async () => {
  await server.close()
  await publisher.close()
})

describe.each(['identity', 'gzip'])('an answer of two megabytes, %s', (encoding) => {
  const headers = { 'accept-encoding': encoding }

  test('is the same however often it is asked for, and asked of the store twice', async () => {
    const before = asked
    for (let nth = 0; nth < 4; nth++) {
      const { statusCode, rawPayload } = await server.get(statsPath, long, headers)
      const body = encoding === 'gzip' ? gunzipSync(rawPayload) : rawPayload
      expect([statusCode, body.toString() === expected]).toEqual([200, true])
    }
    expect(asked - before).toBe(2)
    const { rawPayload } = await server.get(statsPath, long, headers)
    const head = await server.send('HEAD', statsPath, long, headers)
    expect(head.headers['content-length']).toBe(`${rawPayload.length}`)
    expect(head.rawPayload.length).toBe(0)
    expect(asked - before).toBe(2)
  })
})

test('a client that reads slowly gets all of it, also when it is dropped meanwhile', async () => {
  for (let nth = 0; nth < 2; nth++) await server.get(statsPath, long)
  const port = await listen(server.app)
  const { socket } = await rawClient(port, { read: false })
  const parts: Buffer[] = []
  let length = 0
  const whole = new Promise<void>((resolve) => {
    socket.pause().on('data', (part: Buffer) => {
      parts.push(part)
      length += part.length
      if (length > expected.length) resolve()
    })
  })
  const { given } = server.app.keptBodies
  socket.write(getText(withQuery(statsPath, long)))
  await expect.poll(() => server.app.keptBodies.given).toBe(given + 1)
  await importDays(days.slice(0, 1), 2_000)
  const now = await server.get(statsPath, long)
  expect(now.body === expected).toBe(false)
  socket.resume()
  await whole
  expect(Buffer.concat(parts).toString().endsWith(expected)).toBe(true)
  socket.destroy()
})

test('a long answer keeps its place while another client waits for it, if the first has gone', async () => {
  const { installation } = publisher
  const own = serveReports({
    ...installation,
    figures,
    answerMemory: new MemoryBudget(100_000_000),
  })
  const { body } = await own.get(statsPath, long)
  const port = await listen(own.app)
  const [reached, released] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  onTestFinished(() => released.resolve())
  atEnd = () => {
    reached.resolve()
    return released.promise
  }
  const before = asked
  const opened = vi.spyOn(own.app.keptBodies, 'open')
  const { socket, closed } = await rawClient(port)
  socket.write(getText(withQuery(statsPath, long)))
  await reached.promise
  const other = own.get(statsPath, long)
  await expect.poll(() => opened.mock.calls.length).toBe(2)
  socket.destroy()
  await closed
  await new Promise((resolve) => setImmediate(resolve))
  expect(own.app.answerQueues.load.running).toBe(1)
  released.resolve()
  expect([(await other).body === body, asked - before]).toEqual([true, 1])
  await expect.poll(() => own.app.answerQueues.load.running).toBe(0)
})
