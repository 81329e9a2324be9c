import { beforeAll, expect, test } from 'vitest'
import type { ReportChunk, ReportStore } from '../../../src/reporting/report-store.ts'
import { countries } from '../../../src/values/country.ts'
import { manyDays, rowsOfDays } from '../../fixtures/long-answers.ts'
import { getText, listen, rawClient } from '../../fixtures/raw-client.ts'
import { jsonOf, reportPath, withKey } from '../../fixtures/report-endpoint.ts'
import { nothingKept, serveReports, withQuery } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, openV2Publisher } from '../../fixtures/v2-publisher.ts'

/** 90 days of one app and every country: more than is sent at once. */
const days = manyDays(90)
const long = {
  start_date: days[0]!,
  end_date: days.at(-1)!,
  dimensions: 'date,app_id,country',
  metrics: 'impressions,revenue,clicks',
}

const publisher = shareSite(openV2Publisher)
/** Queries that are open now. */
let open = 0
/** When the store fails: before the first rows, or after the last ones. */
let failure: 'at once' | 'at the end' | null = null
let figures: ReportStore
beforeAll(async () => {
  const { installation } = publisher
  const rows = rowsOfDays(days, ({ country }) => ({ impressions: 1_000 + country }))
  await installation.importFigures(rows)
  figures = new Proxy(installation.figures, {
    get: (store, name: keyof ReportStore) => {
      if (name === 'states') return store.states
      if (name === 'countRows') return store.countRows.bind(store)
      return async function* (...args: Parameters<ReportStore['query']>) {
        open++
        try {
          for await (const rows of store.query(...args)) {
            yield { ...rows, chunks: failing(rows.chunks) }
          }
        } finally {
          open--
        }
      } satisfies ReportStore['query']
    },
  })
})

async function* failing(chunks: AsyncIterable<ReportChunk>): AsyncGenerator<ReportChunk> {
  let rows = 0
  if (failure === 'at once') throw new Error('The engine failed.')
  for await (const chunk of chunks) {
    rows += chunk.rowCount
    yield chunk
  }
  // Totals are a single row.
  if (failure === 'at the end' && rows > 1) throw new Error('The engine failed.')
}

test('a long answer has every row once, in every format', async () => {
  const ask = (format: string) =>
    publisher.server.get(reportPath, { ...long, format }, withKey(acme.key))
  const { data, totals } = jsonOf(await ask('json'))
  expect(data).toHaveLength(90 * countries.length)
  const impressions =
    90 * (1_000 * countries.length + (countries.length * (countries.length - 1)) / 2)
  expect(totals).toMatchObject({ impressions, clicks: 90 * countries.length })
  expect(data.map(({ date, country }) => [date, country])).toEqual(
    days.flatMap((date) => countries.map((country) => [date, country])),
  )
  const lines = (await ask('ndjson')).body.trimEnd().split('\n')
  expect(lines.map((line) => JSON.parse(line))).toEqual(data)
  const [header, ...records] = (await ask('csv')).body.trimEnd().split('\r\n')
  expect(header).toBe('date,app_id,country,impressions,revenue,clicks')
  expect(records).toEqual(data.map((row) => Object.values(row).join(',')))
})

test.each(['json', 'csv', 'ndjson'])(
  'a store that fails in the middle breaks the connection: %s',
  async (format) => {
    const server = serveReports({ ...publisher.installation, ...nothingKept, figures })
    const port = await listen(server.app)
    const path = withQuery(reportPath, { ...long, format, developer: 'acme', key: acme.key })
    failure = null
    const whole = await server.get(path)
    expect(whole.statusCode).toBe(200)
    failure = 'at the end'
    const client = await rawClient(port)
    client.send(getText(path))
    const text = await client.closed
    failure = null
    expect(client.statuses()).toEqual([200])
    // A chunked body that ends well ends with a chunk of no bytes.
    expect(text).not.toMatch(/\r\n0\r\n\r\n$/)
    expect(text.length).toBeLessThan(whole.body.length)
  },
)

test.each(['json', 'csv', 'ndjson'])(
  'a store that fails before the first rows is a problem, with no file: %s',
  async (format) => {
    const server = serveReports({ ...publisher.installation, ...nothingKept, figures })
    failure = 'at once'
    const response = await server.get(reportPath, { ...long, format }, withKey(acme.key))
    failure = null
    await server.close()
    expect(response.statusCode).toBe(500)
    expect(response.headers['content-type']).toContain('application/problem+json')
    expect(response.body).not.toContain('engine')
  },
)

test.each(['json', 'csv', 'ndjson'])(
  'an answer leaves no query open, by GET, HEAD, with 304 or in pages: %s',
  async (format) => {
    const server = serveReports({ ...publisher.installation, figures })
    const headers = withKey(acme.key)
    for (const more of [{}, { limit: '1' }, { limit: '100000' }, { include: 'total_rows' }]) {
      const query = { ...long, format, ...more }
      const answer = await server.get(reportPath, query, headers)
      expect(answer.statusCode).toBe(200)
      await server.send('HEAD', reportPath, query, headers)
      const known = { ...headers, 'if-none-match': answer.headers.etag as string }
      expect((await server.get(reportPath, query, known)).statusCode).toBe(304)
      // The rows that HEAD does not send are read to the end after the answer.
      await expect.poll(() => open, { timeout: 30_000 }).toBe(0)
    }
    await server.close()
  },
)

test('a client that disconnects leaves no query open', async () => {
  const server = serveReports({ ...publisher.installation, figures })
  const port = await listen(server.app)
  const path = withQuery(reportPath, { ...long, developer: 'acme', key: acme.key })
  for (let round = 0; round < 5; round++) {
    const client = await rawClient(port)
    client.send(getText(path))
    await expect.poll(() => client.text().length).toBeGreaterThan(0)
    client.socket.destroy()
  }
  await expect.poll(() => open, { timeout: 30_000 }).toBe(0)
})
