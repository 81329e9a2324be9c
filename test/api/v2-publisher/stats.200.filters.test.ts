import { describe, expect, test } from 'vitest'
import type { Query } from '../../fixtures/report-server.ts'
import { shared } from '../../fixtures/shared.ts'
import { openV2Publisher, rocket, twoDays, zoo } from '../../fixtures/v2-publisher.ts'

const publisher = shared(openV2Publisher)

async function answer(query: Query) {
  const response = await publisher.stats({ ...twoDays, ...query })
  expect(response.statusCode).toBe(200)
  return response.json()
}

const figures = (impressions: number, revenue_in_cents: number, ecpm_cents: number) => ({
  impressions,
  revenue_in_cents,
  ecpm_cents,
})

describe('one app', () => {
  const app_id = rocket.ios

  test("restricted to a country has only that country's entries and totals", async () => {
    expect(await answer({ app_id, geo: 'de' })).toStrictEqual({
      stats: 'full',
      aggregated_data: { ...figures(300, 30, 100), clicks: 0 },
      data: [
        {
          date: '2026-03-01',
          app_id,
          app_name: 'Rocket Racer',
          network: 'ownnet',
          platform: 'ios',
          format: 'video',
          data: [{ country_code: 'DE', currency: 'USD', ...figures(300, 30, 100), clicks: 0 }],
        },
      ],
    })
  })

  test('restricted to a network has only that network', async () => {
    const { aggregated_data, data } = await answer({ app_id, network: 'admob' })
    // 700 + 3 impressions, 2.004999 + 0.000005 dollars: 200,500.4 / 703 = 285.20682...
    expect(aggregated_data).toStrictEqual({ ...figures(703, 201, 285.2068), clicks: 8 })
    const days = data.map(({ date, network }: Record<string, string>) => [date, network])
    expect(days).toEqual([
      ['2026-03-01', 'admob'],
      ['2026-03-02', 'admob'],
    ])
  })

  test('the member is also called date in filtered answers', async () => {
    for (const filter of [{ geo: 'us' }, { network: 'ownnet' }, { geo: 'us', network: 'ownnet' }]) {
      const { data } = await answer({ app_id, ...filter })
      expect(data.length).toBeGreaterThan(0)
      for (const entry of data) {
        expect(Object.keys(entry).sort()).toEqual([
          'app_id',
          'app_name',
          'data',
          'date',
          'format',
          'network',
          'platform',
        ])
        expect(Array.isArray(entry.data)).toBe(true)
      }
    }
  })

  test('restricted to a network and a country has the rows of both', async () => {
    const { aggregated_data } = await answer({ app_id, network: 'ownnet', geo: 'us' })
    // 1500 + 0 + 100 impressions, 13.755 - 0.50 dollars: 1,325,500 / 1600 = 828.4375.
    expect(aggregated_data).toStrictEqual({ ...figures(1600, 1326, 828.4375), clicks: 16 })
  })

  test('restricted to rows that do not exist is empty, with zero totals', async () => {
    for (const filter of [
      { geo: 'nz' },
      { geo: 'zz,xk' },
      { network: 'nobody' },
      { network: 'chartboost' },
      { network: 'admob', geo: 'de' },
    ]) {
      expect(await answer({ app_id, ...filter })).toStrictEqual({
        stats: 'full',
        aggregated_data: { ...figures(0, 0, 0), clicks: 0 },
        data: [],
      })
    }
  })
})

describe('all apps', () => {
  async function byApp(query: Query): Promise<[string, object][]> {
    const { data } = await answer(query)
    expect(data.length).toBe(8)
    const zero = figures(0, 0, 0)
    return data
      .map((item: { app_id: string; data: object }) => [item.app_id, item.data])
      .filter(([, data]: [string, object]) => JSON.stringify(data) !== JSON.stringify(zero))
  }

  test('restricted to a country lists every app, the others with zeros', async () => {
    expect(await byApp({ geo: 'fr' })).toEqual([[rocket.android, figures(200, 400, 2000)]])
    expect(await byApp({ geo: 'de' })).toEqual([[rocket.ios, figures(300, 30, 100)]])
    expect(await byApp({ geo: 'nz' })).toEqual([])
  })

  test('restricted to a network', async () => {
    expect(await byApp({ network: 'admob' })).toEqual([
      [rocket.ios, figures(703, 201, 285.2068)],
      [zoo, figures(4, 3, 874.95)],
    ])
    expect(await byApp({ network: 'nobody' })).toEqual([])
  })

  test('restricted to both', async () => {
    expect(await byApp({ network: 'ownnet', geo: 'de,fr' })).toEqual([
      [rocket.ios, figures(300, 30, 100)],
    ])
  })
})

describe('groups', () => {
  test('by network, restricted to a country', async () => {
    expect((await answer({ group_by: 'network', geo: 'de' })).data).toStrictEqual([
      { ad_network: 'ownnet', ...figures(300, 30, 100) },
    ])
  })

  test('by country, restricted to a network', async () => {
    expect((await answer({ group_by: 'country', network: 'ownnet' })).data).toStrictEqual([
      // 13.255 + 0.01 dollars for 1600 + 10 impressions: 1,326,500 / 1610 = 823.91304...
      { country_code: 'US', ...figures(1610, 1327, 823.913) },
      { country_code: 'DE', ...figures(300, 30, 100) },
    ])
  })

  test('by format, restricted to both', async () => {
    const query = { group_by: 'format', network: 'ownnet', geo: 'us' }
    expect((await answer(query)).data).toStrictEqual([
      { format: 'video', ...figures(1600, 1326, 828.4375) },
      { format: 'interstitial', ...figures(10, 1, 100) },
      { format: 'banner', ...figures(0, 0, 0) },
    ])
  })

  test('by the filtered dimension itself has the groups of the filter', async () => {
    const { data } = await answer({ group_by: 'network', network: 'admob,chartboost' })
    expect(data.map((item: { ad_network: string }) => item.ad_network)).toEqual([
      'chartboost',
      'admob',
    ])
  })

  test('of one app, restricted to both', async () => {
    const query = { group_by: 'country', app_id: rocket.ios, network: 'ownnet,admob', geo: 'us' }
    expect((await answer(query)).data).toStrictEqual([
      // 15.260004 dollars for 2303 impressions: 1,526,000.4 / 2303 = 662.61415...
      { country_code: 'US', ...figures(2303, 1526, 662.6142) },
    ])
  })

  test('restricted to rows that do not exist are an empty list', async () => {
    const query = { group_by: 'country', network: 'admob', geo: 'de' }
    expect((await answer(query)).data).toStrictEqual([])
  })
})

describe('a list of values', () => {
  const shapes: Query[] = [{}, { app_id: rocket.ios }, { group_by: 'country' }]
  const bodyOf = async (query: Query) => (await publisher.stats({ ...twoDays, ...query })).body

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
  ])('means the same with %s', async (_title, one, other) => {
    for (const shape of shapes) {
      const body = await bodyOf({ ...shape, ...one })
      expect(await bodyOf({ ...shape, ...other })).toBe(body)
      expect(body).not.toBe(await bodyOf(shape))
    }
  })
})
