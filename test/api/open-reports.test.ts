import { once } from 'node:events'
import { connect } from 'node:net'
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest'
import type { AppStore } from '../../src/records/app-store.ts'
import type { ReportStore } from '../../src/reporting/report-store.ts'
import { aboutDays, manyDays, rowsOfDays } from '../fixtures/long-answers.ts'
import { listen } from '../fixtures/raw-client.ts'
import { nothingKept, serveReports, type TestServer, withQuery } from '../fixtures/report-server.ts'
import {
  acme,
  openV2Publisher,
  statsPath,
  twoDays,
  type V2Publisher,
} from '../fixtures/v2-publisher.ts'

/** 90 days of one app and every country: more than is sent at once. */
const days = manyDays(90)
const long = { ...acme, ...aboutDays(days) }
const publisherPath = '/api/publisher/acme'

let publisher: V2Publisher
let server: TestServer
/** Queries that are open, and all queries so far. */
let open = 0
let begun = 0
let isAppStoreAway = false

beforeAll(async () => {
  publisher = await openV2Publisher()
  const { installation } = publisher
  await installation.importFigures(rowsOfDays(days))
  const figures: ReportStore = {
    states: installation.figures.states,
    countRows: (plan, signal) => installation.figures.countRows(plan, signal),
    async *query(plans, signal) {
      open++
      begun++
      try {
        yield* installation.figures.query(plans, signal)
      } finally {
        open--
      }
    },
  }
  const apps = new Proxy(installation.apps, {
    get: (store, name: keyof AppStore) => {
      if (isAppStoreAway && name === 'everOfAccount') throw new Error('The store of apps failed.')
      const member: unknown = store[name]
      return typeof member === 'function' ? member.bind(store) : member
    },
  })
  server = serveReports({ ...installation, ...nothingKept, figures, apps })
})
afterAll(() => publisher.close())

test.each([
  ['short', statsPath, { ...acme, ...twoDays }],
  ['grouped', statsPath, { ...acme, ...twoDays, group_by: 'country' }],
  ['long', statsPath, long],
  ['of apps', publisherPath, { ...twoDays, key: acme.key }],
  ['of apps as CSV', publisherPath, { ...twoDays, key: acme.key, format: 'csv' }],
])('an answer leaves no query open, by GET, HEAD or with 304: %s', async (_, path, query) => {
  for (const encoding of ['identity', 'gzip']) {
    const headers = { 'accept-encoding': encoding }
    begun = 0
    const answer = await server.get(path, query, headers)
    expect(answer.statusCode).toBe(200)
    expect((await server.send('HEAD', path, query, headers)).body).toBe('')
    // The rows that HEAD does not send are read to the end after the answer.
    await expect.poll(() => open).toBe(0)
    expect(begun).toBe(2)
    const known = { ...headers, 'if-none-match': answer.headers.etag as string }
    expect((await server.get(path, query, known)).statusCode).toBe(304)
    expect([begun, open]).toEqual([2, 0])
  }
})

test('a failure after the figures were opened leaves no query open', async () => {
  isAppStoreAway = true
  onTestFinished(() => {
    isAppStoreAway = false
  })
  begun = 0
  const answer = await server.get(publisherPath, { ...twoDays, key: acme.key })
  expect([answer.statusCode, begun, open]).toEqual([500, 1, 0])
})

test('clients that disconnect leave no query open, and others get their whole answer', async () => {
  const port = await listen(server.app)
  const target = withQuery(statsPath, long)
  begun = 0
  for (const more of ['', 'Accept-Encoding: gzip\r\n']) {
    for (let round = 0; round < 20; round++) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`)
      const seen = begun
      // Some disconnect as soon as figures are requested, the others after the first bytes.
      if (round % 2 === 0) await expect.poll(() => begun, { interval: 1 }).toBeGreaterThan(seen)
      else await once(socket, 'data')
      socket.destroy()
    }
  }
  await expect.poll(() => open, { timeout: 10_000 }).toBe(0)
  expect(begun).toBe(40)
  const response = await fetch(`http://127.0.0.1:${port}${target}`)
  expect((await response.text()) === (await server.get(target)).body).toBe(true)
})
