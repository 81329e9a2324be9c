import { describe, expect, test } from 'vitest'
import { parseExactly, written } from '../../fixtures/exact-json.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import {
  idle,
  legacy,
  openV2Publisher,
  rocket,
  statsPath,
  tieDay,
  twoDays,
  zoo,
} from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

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

  test('an account without apps has an empty list', async () => {
    const response = await publisher.server.get(statsPath, { ...idle, ...twoDays })
    expect(response.body).toBe('{"data":[]}')
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
})

describe('the request', () => {
  const shapes: Query[] = [
    twoDays,
    { ...twoDays, app_id: rocket.ios },
    { ...twoDays, group_by: 'network' },
  ]

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
})
