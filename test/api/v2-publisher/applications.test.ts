import { describe, expect, test } from 'vitest'
import { importFigures } from '../../../src/use-cases/import-figures.ts'
import { addDays, dayOf } from '../../../src/values/day.ts'
import { givenFile } from '../../fixtures/given-file.ts'
import { fixedNow } from '../../fixtures/installation.ts'
import { baseUrl, type Query, serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import {
  acme,
  applicationsPath,
  idle,
  legacy,
  odd,
  openV2Publisher,
  rival,
  rocket,
} from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

const list = (query: Query, headers = {}) => publisher.server.get(applicationsPath, query, headers)

async function records(query: Query = acme): Promise<Record<string, unknown>[]> {
  const response = await list(query)
  expect(response.statusCode).toBe(200)
  return response.json().data
}

test('lists every app of the account and none of another, by name and id in UTF-8 byte order', async () => {
  // R < Z < a < Ä < ｚ < 😀 in UTF-8; UTF-16 would sort 😀 before ｚ. As bytes, 10 < 100 < 9.
  expect((await records()).map(({ app_name, app_id }) => [app_name, app_id])).toEqual([
    ['Rocket Racer', rocket.android],
    ['Rocket Racer', rocket.amazon],
    ['Rocket Racer', rocket.ios],
    ['Zoo Quiz', 'zq'],
    ['apple pie', '900'],
    ['Äpfel "2"', legacy],
    ['ｚ-rider', '31'],
    ['😀 Party', '30'],
  ])
})

describe('a record', () => {
  const links = (appId: string) => ({
    dashboard_url: `${baseUrl}/dashboard/apps/${appId}`,
    // The clock shows 2026-03-10, so the seven days begin on 2026-03-04.
    api_url: `${baseUrl}/api/v2/publisher/applications/stats?app_id=${appId}&developer=acme&key=${acme.key}&start_date=2026-03-04&end_date=2026-03-10`,
  })

  test('of an ios app has the store number as an integer, and the bundle', async () => {
    const record = (await records()).find(({ app_id }) => app_id === rocket.ios)
    expect(record).toStrictEqual({
      app_id: rocket.ios,
      app_name: 'Rocket Racer',
      platform: 'ios',
      ...links(rocket.ios),
      app_store_id: 400123456,
      app_bundle_id: 'com.acme.rocket',
    })
  })
})

test('every api_url gives the figures of its app', async () => {
  for (const account of [acme, rival, odd]) {
    for (const { api_url, app_name } of await records(account)) {
      const url = new URL(String(api_url))
      expect(url.origin).toBe(baseUrl)
      const response = await publisher.server.get(url.pathname + url.search)
      expect(response.statusCode).toBe(200)
      const { stats, data } = response.json()
      expect(stats).toBe('full')
      const names = new Set(data.map((entry: { app_name: string }) => entry.app_name))
      // Only Zoo Quiz has figures in the seven days, on 2026-03-05.
      expect([...names]).toEqual(app_name === 'Zoo Quiz' ? ['Zoo Quiz'] : [])
    }
  }
})

test('an app created by an import has a decimal id that selects it', async () => {
  const report = [
    'Fyber App ID,App Name,Placement Name,Placement Type,Country,Device OS,Date,Impressions,Clicks,Revenue (USD)',
    'fy-1,Found Game,Home,Banner,US,Android,2026-03-09,10,1,0.5',
  ]
  const { installation } = publisher
  const file = await givenFile(installation, 'fairbid.csv', report.join('\n'))
  const asked = { source: 'digital-turbine', createApps: odd.developer }
  await installation.call(importFigures, asked, file)
  const record = (await records(odd)).find(({ app_name }) => app_name === 'Found Game')
  expect(record?.app_id).toMatch(/^[0-9]+$/)
  const url = new URL(String(record?.api_url))
  const stats = (await publisher.server.get(url.pathname + url.search)).json()
  const totals = { impressions: 10, revenue_in_cents: 50, clicks: 1, ecpm_cents: 5_000 }
  expect(stats.aggregated_data).toEqual(totals)
})

test('an account without apps gets an empty list', async () => {
  expect((await list(idle)).body).toBe('{"data":[]}')
})

test('links contain the key when it was in the URL, and the answer must not be cached', async () => {
  const response = await list(acme)
  expect(response.headers['cache-control']).toBe('no-store')
  const { data } = response.json() as { data: { api_url: string }[] }
  const keys = data.map(({ api_url }) => new URL(api_url).searchParams.get('key'))
  expect(keys).toEqual(Array(8).fill(acme.key))
})

test.each(['Bearer', 'bearer', 'BEARER'])(
  'links omit a key that came as %s, and the list is private',
  async (scheme) => {
    const response = await list(
      { developer: acme.developer },
      { authorization: `${scheme} ${acme.key}` },
    )
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('private')
    expect(response.body).not.toContain(acme.key)
    const [record] = response.json().data
    const url = new URL(record.api_url)
    expect([...url.searchParams.keys()]).toEqual(['app_id', 'developer', 'start_date', 'end_date'])
    const stats = await publisher.server.get(
      url.pathname + url.search,
      {},
      {
        authorization: `Bearer ${acme.key}`,
      },
    )
    expect(stats.statusCode).toBe(200)
  },
)

test('no request header changes the links', async () => {
  const forged = {
    host: 'evil.example',
    'x-forwarded-host': 'evil.example',
    'x-forwarded-proto': 'gopher',
    forwarded: 'host=evil.example',
    origin: 'https://evil.example',
  }
  const response = await list(acme, forged)
  expect(response.body).toBe((await list(acme)).body)
  expect(JSON.stringify(response.headers)).not.toContain('evil')
})

test('bodies with and without keys have different tags', async () => {
  const withKey = await list(acme)
  const without = await list(acme, { authorization: `Bearer ${acme.key}` })
  expect(without.body).not.toBe(withKey.body)
  expect(without.headers.etag).not.toBe(withKey.headers.etag)
})

test('at midnight the links change by a day, and the tag changes', async () => {
  const tomorrow = addDays(dayOf(fixedNow.getTime()), 1)
  const next = serveReports(publisher.installation, { today: () => tomorrow })
  try {
    const { headers } = await list(acme)
    const moved = await next.get(applicationsPath, acme, {
      'if-none-match': headers.etag as string,
    })
    expect(moved.statusCode).toBe(200)
    expect(moved.headers.etag).not.toBe(headers.etag)
    expect(moved.json().data[0].api_url).toMatch(/&start_date=2026-03-05&end_date=2026-03-11$/)
  } finally {
    await next.close()
  }
})
