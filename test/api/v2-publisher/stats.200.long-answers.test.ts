import { gunzipSync } from 'node:zlib'
import { beforeAll, expect, test } from 'vitest'
import { aboutDays, manyDays, rowsOfDays } from '../../fixtures/long-answers.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { acme, openV2Publisher, statsPath } from '../../fixtures/v2-publisher.ts'

const days = manyDays(90)

/** 90 days of one app and every country: 90 × 251 rows, more than the server sends at once. */
const rows = rowsOfDays(days, ({ day, country }) => ({
  impressions: 1_000 + country,
  revenue: `0.${day + 10}`,
}))
const question = aboutDays(days)

const publisher = shareSite(openV2Publisher)
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
