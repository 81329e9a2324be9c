import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { defaultBounds } from '../../src/http/bounds.ts'
import type { ReportStore } from '../../src/reporting/report-store.ts'
import { aboutDays, manyDays, rowsOfDays } from '../fixtures/long-answers.ts'
import { expectProblem } from '../fixtures/problem-body.ts'
import { getText, type RawClient, rawClient } from '../fixtures/raw-client.ts'
import { nothingKept, serveReports, type TestServer, withQuery } from '../fixtures/report-server.ts'
import { shareSite } from '../fixtures/share-site.ts'
import { acme, openV2Publisher, rival, statsPath, twoDays } from '../fixtures/v2-publisher.ts'

/** 400 days of one app and every country: an answer of many megabytes. */
const days = manyDays(400)
const long = { ...acme, ...aboutDays(days) }
const short = { ...twoDays, ...acme }
const others = { ...twoDays, ...rival }
/** Only to end a test that hangs. */
const patient = { timeout: 30_000 }
/** Questions of acme wait for it; none wait when it is null. */
let held: Promise<void> | null = null
/** Questions to the store that were begun and not closed, now and at most; and those of acme begun at all. */
const asked = { open: 0, most: 0, begun: 0 }

const publisher = shareSite(openV2Publisher)
let server: TestServer
let figures: ReportStore

beforeAll(async () => {
  const { installation } = publisher
  await installation.importFigures(rowsOfDays(days))
  const { id } = await installation.accounts.get(acme.developer)
  figures = {
    states: installation.figures.states,
    countRows: (plan, signal) => installation.figures.countRows(plan, signal),
    async *query(plans, signal) {
      const isHeld = plans[0]!.account === id && held !== null
      asked.open++
      asked.begun++
      asked.most = Math.max(asked.most, asked.open)
      try {
        if (isHeld) await held
        yield* installation.figures.query(plans, signal)
      } finally {
        asked.open--
      }
    },
  }
})

beforeEach(() => {
  Object.assign(asked, { open: 0, most: 0, begun: 0 })
  const bounds = { ...defaultBounds, maxAnswers: 12, maxAnswersPerAccount: 6 }
  server = serveReports({ ...publisher.installation, ...nothingKept, figures }, { bounds })
})
afterEach(async () => {
  server.app.connections.destroyAll()
  await expect.poll(() => asked.open, patient).toBe(0)
  await server.close()
})

/** Has questions of acme wait. @returns lets them go on */
function hold(): () => void {
  const { promise, resolve } = Promise.withResolvers<void>()
  held = promise
  return () => {
    held = null
    resolve()
  }
}

describe('questions of one account', () => {
  test('are asked four at a time, and do not keep another account waiting', async () => {
    const letGo = hold()
    const answers = Array.from({ length: 200 }, () => server.get(statsPath, short))
    await expect.poll(() => asked.begun, patient).toBe(4)
    expect((await server.get(statsPath, others)).statusCode).toBe(200)
    expect(asked.begun).toBe(5)
    letGo()
    const statuses = (await Promise.all(answers)).map(({ statusCode }) => statusCode)
    expect(new Set(statuses)).toEqual(new Set([200]))
    expect([asked.open, asked.begun]).toEqual([0, 201])
    // One of the other account's may be among them.
    expect(asked.most).toBeLessThanOrEqual(5)
  })

  test('beyond what may wait are refused at once; the others are answered', async () => {
    const letGo = hold()
    const answers = Array.from({ length: 300 }, () => server.get(statsPath, short))
    await expect.poll(() => server.app.answerQueues.load.waiting, patient).toBe(256)
    expect((await server.get(statsPath, others)).statusCode).toBe(200)
    letGo()
    const all = await Promise.all(answers)
    const refused = all.filter(({ statusCode }) => statusCode === 503)
    expect(refused).toHaveLength(300 - 256 - 6)
    expectProblem(refused[0]!, 503, 'overloaded')
    expect(refused[0]!.headers['retry-after']).toBe('1')
    expect(server.app.answerQueues.load).toEqual({ running: 0, waiting: 0 })
  })
})

describe('clients that do not read', () => {
  const open = async (count: number, text: string): Promise<RawClient[]> => {
    return Promise.all(
      Array.from({ length: count }, async () => {
        const client = await rawClient(port, { read: false })
        client.send(text)
        return client
      }),
    )
  }
  const readLong = getText(withQuery(statsPath, long))

  let port: number
  beforeEach(async () => {
    port = Number(new URL(await server.app.listen({ host: '127.0.0.1', port: 0 })).port)
  })

  test('hold six answers of their account, however many they are, and no place of others', async () => {
    await open(50, readLong)
    await expect
      .poll(() => server.app.answerQueues.load, patient)
      .toEqual({ running: 6, waiting: 44 })
    expect((await server.get(statsPath, others)).statusCode).toBe(200)
    expect(asked.most).toBeLessThanOrEqual(7)
  })

  test('leave their places when they hang up', async () => {
    const clients = await open(20, readLong)
    await expect
      .poll(() => server.app.answerQueues.load, patient)
      .toEqual({ running: 6, waiting: 14 })
    for (const { socket } of clients) socket.destroy()
    await expect
      .poll(() => server.app.answerQueues.load, patient)
      .toEqual({ running: 0, waiting: 0 })
    await expect.poll(() => asked.open, patient).toBe(0)
  })

  test('and pipeline get one answer at a time for each connection', async () => {
    await open(4, readLong.repeat(10))
    await expect
      .poll(() => server.app.answerQueues.load, patient)
      .toEqual({ running: 4, waiting: 0 })
    expect(asked.begun).toBe(4)
  })
})

test('a client that has the answer already waits for nobody', async () => {
  const { headers } = await server.get(statsPath, short)
  const letGo = hold()
  const answers = Array.from({ length: 20 }, () => server.get(statsPath, short))
  await expect.poll(() => server.app.answerQueues.load.waiting, patient).toBe(14)
  const known = { 'if-none-match': headers.etag as string }
  expect((await server.get(statsPath, short, known)).statusCode).toBe(304)
  letGo()
  await Promise.all(answers)
})
