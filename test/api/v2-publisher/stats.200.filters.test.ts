import { expect, test } from 'vitest'
import type { Query } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { openV2Publisher, rocket, twoDays } from '../../fixtures/v2-publisher.ts'

// test/property/v2-figures.property.test.ts compares filters in every shape with a naive model.

const publisher = shareSite(openV2Publisher)

const bodyOf = async (query: Query): Promise<string> => {
  const response = await publisher.stats({ ...twoDays, ...query })
  expect(response.statusCode).toBe(200)
  return response.body
}

const figures = (impressions: number, revenue_in_cents: number, ecpm_cents: number) => ({
  impressions,
  revenue_in_cents,
  ecpm_cents,
})

test('one app restricted to a network and a country has the rows of both', async () => {
  const query = { app_id: rocket.ios, network: 'ownnet', geo: 'us' }
  const { aggregated_data, data } = JSON.parse(await bodyOf(query))
  // 1500 + 0 + 100 impressions, 13.755 - 0.50 dollars: 1,325,500 / 1600 = 828.4375.
  expect(aggregated_data).toStrictEqual({ ...figures(1600, 1326, 828.4375), clicks: 16 })
  const entries = data.map(({ date, format }: Record<string, string>) => `${date} ${format}`)
  expect(entries).toEqual(['2026-03-01 banner', '2026-03-01 video', '2026-03-02 video'])
})

test('groups restricted to a network and a country have the rows of both', async () => {
  const query = { group_by: 'format', network: 'ownnet', geo: 'us' }
  expect(JSON.parse(await bodyOf(query)).data).toStrictEqual([
    { format: 'video', ...figures(1600, 1326, 828.4375) },
    { format: 'interstitial', ...figures(10, 1, 100) },
    { format: 'banner', ...figures(0, 0, 0) },
  ])
})

test('one app restricted to rows that do not exist is empty, with zero totals', async () => {
  for (const filter of [{ geo: 'zz,xk' }, { network: 'nobody' }, { network: 'admob', geo: 'de' }]) {
    expect(JSON.parse(await bodyOf({ app_id: rocket.ios, ...filter }))).toStrictEqual({
      stats: 'full',
      aggregated_data: { ...figures(0, 0, 0), clicks: 0 },
      data: [],
    })
  }
})

test.each<[string, Query, Query]>([
  ['upper case', { geo: 'fr,de' }, { geo: 'FR,DE' }],
  ['mixed case', { geo: 'fr,de' }, { geo: 'Fr,dE' }],
  ['another order', { geo: 'fr,de' }, { geo: 'de,fr' }],
  ['a repeat', { geo: 'fr,de' }, { geo: 'fr,de,FR' }],
  ['a repeated parameter', { geo: 'fr,de' }, { geo: ['fr', 'de'] }],
  ['an empty parameter beside it', { geo: 'fr,de' }, { geo: ['fr,de', ''] }],
  ['a country without figures', { geo: 'fr,de' }, { geo: 'fr,de,zz,xk' }],
  ['networks in upper case', { network: 'admob,vungle' }, { network: 'AdMob,VUNGLE' }],
  ['networks repeated', { network: 'admob,vungle' }, { network: ['vungle', 'admob,vungle'] }],
  ['an unknown network', { network: 'admob' }, { network: 'admob,nobody' }],
])('a list of values means the same with %s', async (_title, one, other) => {
  for (const shape of [{}, { app_id: rocket.ios }, { group_by: 'country' }]) {
    const body = await bodyOf({ ...shape, ...one })
    expect(await bodyOf({ ...shape, ...other })).toBe(body)
    expect(body).not.toBe(await bodyOf(shape))
  }
})
