import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { type ImportSite, openSite, refusalOf, refusedUnchanged } from '../import/import-site.ts'
import { namedFigures } from './fixtures.ts'

const create = { createApps: 'studio' }

async function linked(network: string, networkAppId: string, appId = 'zap-ios') {
  const site = await openSite()
  await site.call(linkApp, { network, networkAppId, appId })
  return site
}

async function importText(
  site: ImportSite,
  name: string,
  content: string | Uint8Array | object,
  request = {},
) {
  const isRaw = typeof content === 'string' || content instanceof Uint8Array
  const file = await site.file(name, isRaw ? content : JSON.stringify(content))
  return site.importStats([file], request)
}

/** Text as the AdMob console writes it: UTF-16, little-endian, with a byte order mark. */
const utf16 = (lines: readonly string[]) =>
  Buffer.from(`\uFEFF${lines.join('\r\n')}\r\n`, 'utf16le')

describe("a file of AdMob's console", () => {
  const header =
    '日期\t預估收益 (USD)\t觀察到的有效千次曝光出價 (USD)\t請求\t媒合率 (%) (%)\t比對成功的請求\t顯示率 (%) (%)\t曝光\t點閱率 (%) (%)\t點擊次數'
  const rows = [
    '2026-03-01\t1.25\t12.50\t300\t50.00\t150\t66.67\t100\t4.00\t4',
    '2026-03-02\t0.000404\t0.40\t3\t50.00\t2\t50.00\t1\t0.00\t0',
  ]

  test.each([
    ['unchanged', utf16([header, ...rows])],
    ['gzipped', gzipSync(utf16([header, ...rows]))],
  ])('in UTF-16 with tabs and Chinese headers is read: %s', async (how, content) => {
    const site = await openSite()
    const name = how === 'gzipped' ? 'console.csv.gz' : 'console.csv'
    const summary = await importText(site, name, content, { app: 'zap-android' })
    expect(summary).toMatchObject({ source: 'admob', day_zone: "the network account's" })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-android admob unknown ZZ 100 4 0 1250000',
      '2026-03-02 zap-android admob unknown ZZ 1 0 0 404',
    ])
  })

  test.each([
    [
      'with English headers',
      'console.csv',
      'Date,App,Country,Estimated earnings (USD),Impressions\n',
    ],
    ['with Chinese headers', 'console.tsv', utf16([header])],
  ])('without rows is refused as AdMob and empty: %s', async (_what, name, content) => {
    const site = await openSite()
    const refusal = await refusedUnchanged(site, () => importText(site, name, content))
    expect(refusal.message).toMatch(/AdMob report.*no rows/)
  })

  test.each(['Est. earnings (USD)', 'Estimated earnings (USD)'])(
    'has its currency only in the header: %s',
    async (column) => {
      const site = await linked('admob', 'Hop')
      const text = `Date,App,Country,Impressions,${column}\n2026-03-01,Hop,Germany,10,0.5\n`
      await importText(site, 'console.csv', text)
      expect(await site.figures()).toEqual(['2026-03-01 zap-ios admob unknown DE 10 0 0 500000'])
    },
  )

  test('in another currency than the account is refused without a rate', async () => {
    const site = await linked('admob', 'Hop')
    const text = 'Date,App,Country,Impressions,Est. earnings (EUR)\n2026-03-01,Hop,Germany,10,0.5\n'
    const refusal = await refusedUnchanged(site, () => importText(site, 'console.csv', text))
    expect(refusal.message).toContain('no rate to USD for 2026-03-01 EUR')
  })
})

describe('an answer in JSON', () => {
  const maxRow = {
    day: '2026-03-01',
    application: 'Hop',
    package_name: 'com.example.hop',
    platform: 'android',
    ad_format: 'BANNER',
    network: 'APPLOVIN_NETWORK',
    country: 'us',
    impressions: '10',
    revenue: '0.5',
  }

  test("of MAX is found within a client's record of request and response", async () => {
    const site = await openSite()
    const body = { code: 200, count: 1, results: [maxRow] }
    const wrapped = { request: { method: 'GET' }, response: { status: 200, body } }
    const summary = await importText(site, 'max.json', wrapped, create)
    expect(summary.source).toBe('applovin-max')
    expect(await namedFigures(site)).toEqual(['2026-03-01 Hop applovin banner US 10 0 0 500000'])
  })

  test('without rows is refused', async () => {
    const site = await openSite()
    const refusal = await refusalOf(importText(site, 'max.json', { code: 200, results: [] }))
    expect(refusal.message).toBe('max.json: The file has no rows')
  })

  test('of LevelPlay has shared values on an outer level and figures below', async () => {
    const site = await openSite()
    const group = {
      date: '2026-03-01',
      appKey: 'c1',
      platform: 'iOS',
      appName: 'Hop',
      adUnits: 'interstitial',
      providerName: 'ironSource',
    }
    const data = [
      { revenue: 0.01, impressions: 1, countryCode: 'AE' },
      { revenue: 0.02, impressions: 2, countryCode: 'AE' },
    ]
    const answer = [
      { ...group, data },
      { ...group, adUnits: 'banner', data: [{ revenue: 0, impressions: 5, countryCode: 'XX' }] },
    ]
    const summary = await importText(site, 'stats.json', answer, create)
    expect(summary.unknown_countries).toEqual({ XX: 1 })
    expect(await namedFigures(site)).toEqual([
      '2026-03-01 Hop ironsource banner ZZ 5 0 0 0',
      '2026-03-01 Hop ironsource interstitial AE 3 0 0 30000',
    ])
  })

  test('of Meta becomes one row from a row per metric, in winter and in summer', async () => {
    const site = await linked('facebook', '7001')
    const of = (time: string, metric: string, value: string) => ({
      time,
      metric: `fb_ad_network_${metric}`,
      value,
      breakdowns: [{ key: 'property', value: '7001' }],
    })
    // Midnight in California is 8:00 UTC in winter and 7:00 UTC in summer.
    const winter = '2026-01-14T08:00:00+0000'
    const summer = '2026-07-14T07:00:00+0000'
    const results = [
      of(winter, 'revenue', '0.5'),
      of(summer, 'revenue', '0.25'),
      of(winter, 'imp', '100'),
      of(summer, 'imp', '50'),
      of(winter, 'ctr', '0.04'),
      of(winter, 'click', '4'),
    ]
    const summary = await importText(site, 'meta.json', { data: [{ results }] })
    expect(summary).toMatchObject({ rows: 2, day_zone: 'America/Los_Angeles' })
    expect(await site.figures()).toEqual([
      '2026-01-14 zap-ios facebook unknown ZZ 100 4 0 500000',
      '2026-07-14 zap-ios facebook unknown ZZ 50 0 0 250000',
    ])
  })

  test('of Pangle in another currency is refused without a rate', async () => {
    const site = await linked('pangle', '5001')
    const row = { app_id: 5001, ad_slot_type: 5, region: 'cn', show: 10, click: 1, revenue: 7.2 }
    const answer = { Code: '100', Data: { '2026-03-01': [{ ...row, currency: 'cny' }] } }
    const refusal = await refusedUnchanged(site, () => importText(site, 'pangle.json', answer))
    expect(refusal.message).toContain('no rate to USD for 2026-03-01 CNY')
  })
})
