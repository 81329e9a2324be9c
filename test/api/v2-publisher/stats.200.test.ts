import { describe, expect, test } from 'vitest'
import { parseExactly, written } from '../../fixtures/exact-json.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shared } from '../../fixtures/shared.ts'
import {
  acme,
  emptyDays,
  idle,
  legacy,
  openV2Publisher,
  rival,
  rocket,
  sharedDay,
  statsPath,
  tieDay,
  twoDays,
  zoo,
} from '../../fixtures/v2-publisher.ts'

const publisher = shared(openV2Publisher)

/** The body of an answer, with each number as its source text. */
async function body(query: Query): Promise<unknown> {
  const response = await publisher.stats(query)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  return parseExactly(response.body)
}

const figures = (impressions: string, cents: string, ecpm: string) => ({
  impressions: written(impressions),
  revenue_in_cents: written(cents),
  ecpm_cents: written(ecpm),
})

const country = (code: string, cents: string, shown: string, clicks: string, ecpm: string) => ({
  country_code: code,
  currency: 'USD',
  ...figures(shown, cents, ecpm),
  clicks: written(clicks),
})

const rocketOnIos = { app_id: rocket.ios, app_name: 'Rocket Racer', platform: 'ios' }

/** Rocket Racer on ios over both days, worked out by hand from the fixture. */
const iosDetail = {
  stats: 'full',
  // 1000 + 500 + 300 + 0 + 700 + 3 + 100 = 2603 impressions and 10 + 5 + 7 + 1 + 1 clicks for
  // 12.50 + 1.255 + 0.30 + 2.004999 + 0.000005 - 0.50 = 15.560004 dollars. Per thousand that is
  // 1,556,000.4 / 2603 = 597.77195... cents.
  aggregated_data: { ...figures('2603', '1556', '597.772'), clicks: written('24') },
  data: [
    {
      date: '2026-03-01',
      ...rocketOnIos,
      network: 'admob',
      format: 'video',
      // 200.4999 cents; 200,499.9 / 700 = 286.42842...
      data: [country('US', '200', '700', '7', '286.4284')],
    },
    {
      date: '2026-03-01',
      ...rocketOnIos,
      network: 'ownnet',
      format: 'banner',
      data: [country('US', '0', '0', '0', '0')],
    },
    {
      date: '2026-03-01',
      ...rocketOnIos,
      network: 'ownnet',
      format: 'video',
      data: [
        country('DE', '30', '300', '0', '100'),
        // Two ad tags: 12.50 + 1.255 dollars are 1375.5 cents, rounded half away from zero.
        country('US', '1376', '1500', '15', '917'),
      ],
    },
    {
      date: '2026-03-02',
      ...rocketOnIos,
      network: 'admob',
      format: 'video',
      // 0.0005 cents; 0.5 / 3 = 0.1666...
      data: [country('US', '0', '3', '1', '0.1667')],
    },
    {
      date: '2026-03-02',
      ...rocketOnIos,
      network: 'ownnet',
      format: 'video',
      data: [country('US', '-50', '100', '1', '-500')],
    },
  ],
}

const none = figures('0', '0', '0')

interface DetailEntry {
  readonly app_id: string
  readonly network: string
  readonly format: string
  readonly data: readonly { readonly country_code: string; readonly impressions: number }[]
}

describe('without a selector', () => {
  test('every app of the account is one item, also with zeros, by name and id', async () => {
    expect(await body(twoDays)).toStrictEqual({
      data: [
        { app_name: 'Rocket Racer', app_id: rocket.android, data: figures('200', '400', '2000') },
        { app_name: 'Rocket Racer', app_id: rocket.amazon, data: figures('10', '1', '100') },
        { app_name: 'Rocket Racer', app_id: rocket.ios, data: figures('2603', '1556', '597.772') },
        // 3.4998 cents for 4 impressions.
        { app_name: 'Zoo Quiz', app_id: zoo, data: figures('4', '3', '874.95') },
        { app_name: 'apple pie', app_id: '900', data: none },
        { app_name: 'Äpfel "2"', app_id: legacy, data: none },
        { app_name: 'ｚ-rider', app_id: '31', data: none },
        { app_name: '😀 Party', app_id: '30', data: none },
      ],
    })
  })

  test('days without figures list every app with zeros', async () => {
    const { data } = (await body(emptyDays)) as { data: { app_id: string; data: object }[] }
    expect(data.length).toBe(8)
    for (const item of data) expect(item.data).toStrictEqual(none)
  })

  test('an account without apps has an empty list', async () => {
    const response = await publisher.server.get(statsPath, { ...idle, ...twoDays })
    expect(response.body).toBe('{"data":[]}')
  })

  test('an account sees only its own apps', async () => {
    const response = await publisher.server.get(statsPath, { ...rival, ...twoDays })
    expect(response.json().data).toStrictEqual(
      [
        ['Rival Amazon', '2002', 0, 0, 0],
        ['Rival Android', '2003', 0, 0, 0],
        ['Rival Runner', '2001', 50, 500, 10_000],
      ].map(([app_name, app_id, impressions, revenue_in_cents, ecpm_cents]) => ({
        app_name,
        app_id,
        data: { impressions, revenue_in_cents, ecpm_cents },
      })),
    )
  })
})

describe('one app', () => {
  test.each<[string, Query]>([
    ['app_id', { app_id: rocket.ios }],
    ['app_id given twice', { app_id: [rocket.ios, rocket.ios] }],
    ['app_id repeated in the list', { app_id: `${rocket.ios},${rocket.ios}` }],
    ['app_store_id', { app_store_id: '400123456' }],
    ['app_bundle_id', { app_bundle_id: 'com.acme.rocket' }],
  ])(
    'selected by %s: an entry for each day, network and format, with its countries',
    async (_title, selector) => {
      expect(await body({ ...twoDays, ...selector })).toStrictEqual(iosDetail)
    },
  )

  test.each([
    ['android_package alone', {}, 'android', 'FR'],
    ['platform=android', { platform: 'android' }, 'android', 'FR'],
    ['platform=amazon', { platform: 'amazon' }, 'amazon', 'US'],
  ] as const)('%s means the app on %o', async (_title, platform, expected, code) => {
    const query = { ...twoDays, android_package: 'com.acme.rocket', ...platform }
    const answer = (await publisher.stats(query)).json()
    expect(answer.data.length).toBe(1)
    expect(answer.data[0]).toMatchObject({ app_id: rocket[expected], platform: expected })
    expect(answer.data[0].data[0].country_code).toBe(code)
  })

  test('has the currency of its account', async () => {
    const query = { ...rival, ...twoDays, app_store_id: '400123456' }
    const response = await publisher.server.get(statsPath, query)
    expect(response.json()).toStrictEqual({
      stats: 'full',
      aggregated_data: { impressions: 50, revenue_in_cents: 500, clicks: 5, ecpm_cents: 10_000 },
      data: [
        {
          date: '2026-03-01',
          app_id: '2001',
          app_name: 'Rival Runner',
          network: 'ownnet',
          platform: 'ios',
          format: 'video',
          data: [
            {
              country_code: 'US',
              currency: 'EUR',
              revenue_in_cents: 500,
              impressions: 50,
              clicks: 5,
              ecpm_cents: 10_000,
            },
          ],
        },
      ],
    })
  })

  test('a single day equals its part of the range', async () => {
    const day = { start_date: '2026-03-02', end_date: '2026-03-02' }
    expect(await body({ ...day, app_id: rocket.ios })).toStrictEqual({
      stats: 'full',
      // 0.000005 - 0.50 dollars are -49.9995 cents for 103 impressions: -485.4320...
      aggregated_data: { ...figures('103', '-50', '-485.432'), clicks: written('2') },
      data: iosDetail.data.filter(({ date }) => date === '2026-03-02'),
    })
  })

  test('without figures has zero totals and no entries', async () => {
    for (const query of [
      { ...emptyDays, app_id: rocket.ios },
      { ...twoDays, app_id: '900' },
    ]) {
      expect(await body(query)).toStrictEqual({
        stats: 'full',
        aggregated_data: { ...none, clicks: written('0') },
        data: [],
      })
    }
  })
})

describe('several apps', () => {
  const zooEntry = {
    date: '2026-03-01',
    app_id: zoo,
    app_name: 'Zoo Quiz',
    network: 'admob',
    platform: 'ios',
    format: 'rewarded',
    data: [country('US', '3', '4', '0', '874.95')],
  }
  const both = {
    stats: 'full',
    // 15.560004 + 0.034998 dollars for 2603 + 4 impressions: 1,559,500.2 / 2607 = 598.19723...
    aggregated_data: { ...figures('2607', '1560', '598.1972'), clicks: written('24') },
    data: [...iosDetail.data.slice(0, 3), zooEntry, ...iosDetail.data.slice(3)],
  }

  test.each<[string, Query]>([
    ['a list', { app_id: `${rocket.ios},${zoo}` }],
    ['a list in another order', { app_id: `${zoo},${rocket.ios}` }],
    ['a list with a repeat', { app_id: `${zoo},${rocket.ios},${zoo}` }],
    ['a repeated parameter', { app_id: [zoo, rocket.ios] }],
    ['repeated lists that overlap', { app_id: [`${zoo},${rocket.ios}`, rocket.ios] }],
    ['a list and an empty value', { app_id: [`${zoo},${rocket.ios}`, ''] }],
  ])('given as %s have the entries of all of them and their totals', async (_title, selector) => {
    expect(await body({ ...twoDays, ...selector })).toStrictEqual(both)
  })

  test('that show the same format of one network have separate entries', async () => {
    const query = { ...sharedDay, app_id: `${rocket.android},${rocket.amazon}` }
    const { data } = (await publisher.stats(query)).json()
    const entries = data.map(({ app_id, network, format, data }: DetailEntry) => [
      ...[app_id, network, format],
      data.map(({ country_code, impressions }) => [country_code, impressions]),
    ])
    expect(entries).toEqual([
      [rocket.android, 'ownnet', 'native', [['US', 1]]],
      [rocket.amazon, 'ownnet', 'native', [['US', 2]]],
    ])
  })

  test('with the same name are sorted by id', async () => {
    const ids = `${rocket.ios},${rocket.amazon},${rocket.android}`
    const { data } = (await publisher.stats({ ...twoDays, app_id: ids })).json()
    const order = data.map(({ date, app_id }: Record<string, string>) => `${date} ${app_id}`)
    expect([...new Set(order)]).toEqual([
      '2026-03-01 10',
      '2026-03-01 100',
      '2026-03-01 9',
      '2026-03-02 9',
    ])
  })
})

describe('group_by', () => {
  const group = (group_by: string, data: unknown[]) => ({ stats: 'full', group_by, data })

  test('network: by revenue, largest first', async () => {
    expect(await body({ ...twoDays, group_by: 'network' })).toStrictEqual(
      group('network', [
        // 13.555 + 0.01 dollars for 1900 + 10 impressions: 1356.5 cents, 1,356,500 / 1910.
        { ad_network: 'ownnet', ...figures('1910', '1357', '710.2094') },
        { ad_network: 'chartboost', ...figures('200', '400', '2000') },
        // 2.005004 + 0.034998 dollars for 703 + 4 impressions: 204,000.2 / 707.
        { ad_network: 'admob', ...figures('707', '204', '288.5434') },
      ]),
    )
  })

  test('format: a reported row of zeros is shown', async () => {
    expect(await body({ ...twoDays, group_by: 'format' })).toStrictEqual(
      group('format', [
        { format: 'video', ...figures('2603', '1556', '597.772') },
        // 401,000 / 210 = 1909.52380...
        { format: 'interstitial', ...figures('210', '401', '1909.5238') },
        { format: 'rewarded', ...figures('4', '3', '874.95') },
        { format: 'banner', ...none },
      ]),
    )
  })

  test('country', async () => {
    expect(await body({ ...twoDays, group_by: 'country' })).toStrictEqual(
      group('country', [
        // 15.260004 + 0.01 + 0.034998 dollars for 2303 + 10 + 4: 1,530,500.2 / 2317.
        { country_code: 'US', ...figures('2317', '1531', '660.5525') },
        { country_code: 'FR', ...figures('200', '400', '2000') },
        { country_code: 'DE', ...figures('300', '30', '100') },
      ]),
    )
  })

  test('groups with equal revenue are sorted by name, and negative ones come last', async () => {
    expect(await body({ ...tieDay, group_by: 'network' })).toStrictEqual(
      group('network', [
        { ad_network: 'applovin', ...figures('20', '100', '5000') },
        { ad_network: 'vungle', ...figures('10', '100', '10000') },
        { ad_network: 'mintegral', ...none },
        { ad_network: 'unityads', ...figures('1', '-100', '-100000') },
      ]),
    )
  })

  test.each<[string, Query]>([
    ['app_id', { app_id: rocket.ios }],
    ['app_store_id', { app_store_id: '400123456' }],
    ['app_bundle_id', { app_bundle_id: 'com.acme.rocket' }],
  ])('with %s covers that app alone', async (_title, selector) => {
    expect(await body({ ...twoDays, ...selector, group_by: 'network' })).toStrictEqual(
      group('network', [
        // 13.555 dollars for 1900 impressions, 2.005004 for 703.
        { ad_network: 'ownnet', ...figures('1900', '1356', '713.4211') },
        { ad_network: 'admob', ...figures('703', '201', '285.2068') },
      ]),
    )
  })

  test('with several apps covers all of them and counts a repeated one once', async () => {
    const query = { ...twoDays, app_id: `${zoo},${rocket.android},${zoo}`, group_by: 'country' }
    expect(await body(query)).toStrictEqual(
      group('country', [
        { country_code: 'FR', ...figures('200', '400', '2000') },
        { country_code: 'US', ...figures('4', '3', '874.95') },
      ]),
    )
  })

  test('with android_package and platform covers the amazon app', async () => {
    const query = { android_package: 'com.acme.rocket', platform: 'amazon', group_by: 'format' }
    expect(await body({ ...twoDays, ...query })).toStrictEqual(
      group('format', [{ format: 'interstitial', ...figures('10', '1', '100') }]),
    )
  })

  test.each(['network', 'format', 'country'])(
    '%s without figures has no groups',
    async (group_by) => {
      for (const query of [emptyDays, { ...emptyDays, app_id: zoo }]) {
        expect(await body({ ...query, group_by })).toStrictEqual(group(group_by, []))
      }
    },
  )
})

describe('the request', () => {
  const shapes: Query[] = [
    twoDays,
    { ...twoDays, app_id: rocket.ios },
    { ...twoDays, group_by: 'network' },
  ]

  test('answers the same with a trailing slash', async () => {
    for (const query of shapes) {
      const { body: plain } = await publisher.stats(query)
      const slashed = await publisher.server.get(`${statsPath}/`, { ...acme, ...query })
      expect(slashed.statusCode).toBe(200)
      expect(slashed.body).toBe(plain)
    }
  })

  test('ignores known parameters without a value', async () => {
    const empty = {
      app_id: '',
      app_store_id: '',
      app_bundle_id: '',
      android_package: '',
      platform: '',
      geo: '',
      network: '',
      creative_type: '',
      ad_tag: '',
      startdate: '',
      enddate: '',
    }
    for (const query of shapes) {
      const { body: plain } = await publisher.stats(query)
      const more = { ...empty, group_by: '', ...query }
      expect((await publisher.stats(more)).body).toBe(plain)
    }
    const { body: plain } = await publisher.stats(twoDays)
    const days = { start_date: ['', '2026-03-01'], end_date: ['2026-03-02', ''] }
    expect((await publisher.stats(days)).body).toBe(plain)
  })

  test('may have unknown parameters', async () => {
    for (const query of shapes) {
      const { body: plain } = await publisher.stats(query)
      const more = { _: ['1', '2'], callback: 'f', v: '2', constructor: 'x' }
      expect((await publisher.stats({ ...query, ...more })).body).toBe(plain)
      const { body: proto } = await publisher.stats({ ...query, ['__proto__']: 'x' })
      expect(proto).toBe(plain)
    }
  })

  test('may have the key as a bearer token', async () => {
    for (const query of shapes) {
      const { body: plain } = await publisher.stats(query)
      const response = await publisher.server.get(
        statsPath,
        { developer: acme.developer, ...query },
        { authorization: `Bearer ${acme.key}` },
      )
      expect(response.statusCode).toBe(200)
      expect(response.body).toBe(plain)
    }
  })

  test('of HEAD has the headers of GET and no body', async () => {
    for (const query of shapes) {
      const get = await publisher.stats(query)
      for (const path of [statsPath, `${statsPath}/`]) {
        const head = await publisher.server.send('HEAD', path, { ...acme, ...query })
        expect(head.statusCode).toBe(200)
        expect(head.body).toBe('')
        expect(head.headers['content-type']).toBe(get.headers['content-type'])
        expect(head.headers['cache-control']).toBe('private')
        if (path === statsPath) expect(head.headers.etag).toBe(get.headers.etag)
      }
    }
  })
})
