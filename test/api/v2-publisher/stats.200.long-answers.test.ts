import { once } from 'node:events'
import { type AddressInfo, connect } from 'node:net'
import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { aboutDays, manyDays, rowsOfDays } from '../../fixtures/long-answers.ts'
import { withQuery } from '../../fixtures/report-server.ts'
import { shared } from '../../fixtures/shared.ts'
import { acme, openV2Publisher, statsPath } from '../../fixtures/v2-publisher.ts'

const days = manyDays(90)

/** 90 days of one app and every country: 90 × 251 rows, more than the server sends at once. */
const rows = rowsOfDays(days, ({ day, country }) => ({
  impressions: 1_000 + country,
  revenue: `0.${day + 10}`,
}))
const question = aboutDays(days)

const publisher = shared(openV2Publisher)
beforeAll(async () => {
  await publisher.installation.importFigures(rows)
})

test('an answer of many pieces contains every row once, in order', async () => {
  const response = await publisher.stats(question)
  expect(response.statusCode).toBe(200)
  expect(response.headers.etag).toMatch(/^"[^"]+"$/)
  const { data, aggregated_data } = response.json()
  const found = data.flatMap(({ date, data }: { date: string; data: Record<string, number>[] }) =>
    data.map(({ country_code, impressions, revenue_in_cents }) => [
      date,
      country_code,
      impressions,
      revenue_in_cents,
    ]),
  )
  const expected = rows.map(({ date, country, impressions, revenue }) => [
    date,
    country,
    impressions,
    Number(revenue.slice(2)),
  ])
  expect(found).toEqual(expected)
  // 251 countries earn 10, 11 ... 99 cents a day: 251 × 4905; they show 1000 ... 1250 on 90 days.
  expect(aggregated_data.revenue_in_cents).toBe(251 * 4905)
  expect(aggregated_data.impressions).toBe(90 * ((251 * (1_000 + 1_250)) / 2))
})

test('a compressed answer has the same content', async () => {
  const plain = await publisher.stats(question)
  const headers = { 'accept-encoding': 'gzip' }
  const gzip = await publisher.server.get(statsPath, { ...acme, ...question }, headers)
  expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
})

test('HEAD gets an answer without a body, again and again', async () => {
  for (let round = 0; round < 20; round++) {
    const head = await publisher.server.send('HEAD', statsPath, { ...acme, ...question })
    expect(head.statusCode).toBe(200)
    expect(head.body).toBe('')
  }
  expect((await publisher.stats(question)).statusCode).toBe(200)
})

test('clients that disconnect do not affect other answers', async () => {
  const { app } = publisher.server
  await app.listen({ host: '127.0.0.1', port: 0 })
  const { port } = app.server.address() as AddressInfo
  const expected = await publisher.stats(question)
  const target = withQuery(statsPath, { ...acme, ...question })
  for (const more of ['', 'Accept-Encoding: gzip\r\n']) {
    for (let round = 0; round < 20; round++) {
      const socket = connect(port, '127.0.0.1')
      socket.write(`GET ${target} HTTP/1.1\r\nHost: x\r\n${more}\r\n`)
      // Some disconnect before the answer begins, the others after its first bytes.
      if (round % 2 === 0) await once(socket, 'data')
      else await once(socket, 'connect')
      socket.destroy()
    }
  }
  const response = await fetch(`http://127.0.0.1:${port}${target}`)
  expect(await response.text()).toBe(expected.body)
})
