import { describe, expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { listSetAside } from '../../src/use-cases/networks/list-set-aside.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { openSite, refusalOf, studioKey } from './import-site.ts'

const site = renewSite(openSite)

const max = {
  day: '2026-03-01',
  application: 'Zap',
  package_name: 'com.example.zap',
  platform: 'ios',
  ad_format: 'REWARD',
  country: 'us',
  network: 'ADMOB_NETWORK',
  max_ad_unit_id: 'unit',
}
/** A report of two rungs, one of which shows nothing, and a bidder in a test. */
const maxRows = [
  {
    ...max,
    network_placement: 'AdMob US $20.00',
    has_idfa: '1',
    device_type: 'PHONE',
    attempts: '100',
    responses: '20',
    impressions: '10',
    estimated_revenue: '0.5',
  },
  {
    ...max,
    network_placement: 'AdMob US $5.50',
    has_idfa: '0',
    device_type: 'TABLET',
    attempts: '80',
    responses: '0',
    impressions: '0',
    estimated_revenue: '0',
  },
  {
    ...max,
    network: 'UNITY_BIDDING',
    max_ad_unit_test: 'Test B',
    attempts: '-',
    responses: '',
    impressions: '4',
    estimated_revenue: '0.000404',
  },
]
const files = async (body: unknown, name = 'report.json') => [
  await site.file(name, JSON.stringify(body)),
]
const maxFiles = () => files({ code: 200, results: maxRows })

/** The rows of a report of March, each in the order of its columns. */
async function ask(dimensions: string, metrics: string) {
  const parameters = { start_date: '2026-03-01', end_date: '2026-03-31', dimensions, metrics }
  const headers = { authorization: `Bearer ${studioKey}` }
  const response = await site.server.get('/api/v2/publisher/report', parameters, headers)
  return JSON.parse(response.body).data.map((row: object) => Object.values(row))
}

describe('a network report that is read as details', () => {
  test('has rungs, floors, tests, consent and devices, and counts nothing twice', async () => {
    await site.importStats(await maxFiles())
    const booked = await ask('network', 'impressions,revenue')
    const imported = await site.importStats(await maxFiles(), { kind: 'details' })
    expect(imported).toMatchObject({ kind: 'details', source: 'applovin-max', rows: 3 })
    expect(await ask('network', 'impressions,revenue'), 'is not booked').toEqual(booked)
    expect(await ask('source', 'attempts')).toEqual([['applovin_max', 180]])
    expect(await ask('rung,floor', 'impressions,revenue,attempts,responses')).toEqual([
      ['AdMob US $20.00', '20', 10, 0.5, 100, 20],
      ['AdMob US $5.50', '5.5', 0, 0, 80, 0],
      ['default', 'unknown', 4, 0.000404, null, null],
    ])
    expect(await ask('test_group,consent,device_type', 'impressions')).toEqual([
      ['test_b', 'unknown', 'unknown', 4],
      ['unknown', 'no', 'tablet', 0],
      ['unknown', 'yes', 'phone', 10],
    ])
  })

  test('is compared with the same source: what others counted is not booked of it', async () => {
    await site.importStats(await maxFiles())
    await site.importLines(['2026-03-01,zap-ios,admob,rewarded,US,12,0.6'], { source: 'adtally' })
    await site.importStats(await maxFiles(), { kind: 'details' })
    expect(await ask('rung', 'impressions')).toEqual([
      ['AdMob US $20.00', 10],
      ['AdMob US $5.50', 0],
      ['default', 4],
      ['not_booked', 2],
    ])
  })

  test('ends when it is undone or replaced, as of its source alone', async () => {
    await site.importStats(await maxFiles(), { kind: 'details' })
    await site.importStats(await files({ code: 200, results: [maxRows[1]] }), { kind: 'details' })
    expect(await ask('rung', 'attempts')).toEqual([['AdMob US $5.50', 80]])
  })

  test('leaves out networks whose name is not clear, and asks nobody about them again', async () => {
    const unclear = { ...maxRows[0], network: 'ADMOBI_NETWORK' }
    const rows = await files({ code: 200, results: [...maxRows, unclear] })
    const imported = await site.importStats(rows, { kind: 'details', account: 'studio' })
    expect(imported.rows).toBe(3)
    expect(await site.call(listSetAside, {})).toEqual([])
  })

  test('of AdMob has instances of its ad sources', async () => {
    const dimensionValues = {
      DATE: { value: '20260301' },
      APP: { value: 'ca-app-pub-1~1', displayLabel: 'Zap' },
      PLATFORM: { value: 'iOS' },
      FORMAT: { value: 'rewarded' },
      COUNTRY: { value: 'US' },
      AD_SOURCE: { value: '1', displayLabel: 'AdMob Network' },
      AD_SOURCE_INSTANCE: { value: 'ca-app-pub-1#2', displayLabel: 'AdMob 12.5 USD' },
    }
    const metricValues = {
      ESTIMATED_EARNINGS: { microsValue: '6500000' },
      IMPRESSIONS: { integerValue: '8' },
      AD_REQUESTS: { integerValue: '90' },
      MATCHED_REQUESTS: { integerValue: '9' },
    }
    const link = { network: 'admob', networkAppId: 'ca-app-pub-1~1', appId: 'zap-ios' }
    await site.call(linkApp, link)
    const answer = [{ header: {} }, { row: { dimensionValues, metricValues } }, { footer: {} }]
    await site.importStats(await files(answer), { kind: 'details' })
    expect(await ask('source,rung,floor', 'attempts,responses')).toEqual([
      ['admob', 'AdMob 12.5 USD', '12.5', 90, 9],
    ])
  })
})

test('a report of users needs no kind, no network, and no money', async () => {
  await site.call(linkApp, { network: 'ironsource', networkAppId: 'key', appId: 'zap-ios' })
  const row = { date: '2026-03-01', app: 'Zap', appKey: 'key', platform: 'iOS', country: 'US' }
  const body = { data: [{ ...row, activeUsers: 40, sessions: 90 }] }
  const imported = await site.importStats(await files(body))
  expect(imported).toMatchObject({ kind: 'audience', source: 'levelplay' })
  expect(await ask('source,country', 'dau,sessions')).toEqual([['levelplay', 'US', 40, 90]])
})

describe('a kind that files do not have is refused', () => {
  test('by the report', async () => {
    expect(await refusalOf(site.importStats(await maxFiles(), { kind: 'spend' }))).toMatchObject({
      code: 'kind_not_reported',
      message:
        'report.json: "AppLovin MAX report" has no spend here, only figures and details. Leave out `--kind spend`, or get a report with spend',
    })
  })

  test("by Adtally's own format", async () => {
    const line = '2026-03-01,zap-ios,admob,rewarded,US,12,0.6'
    expect(await refusalOf(site.importLines([line], { kind: 'details' }))).toMatchObject({
      code: 'kind_not_reported',
      facts: { kinds: ['figures'] },
    })
    expect((await site.importLines([line], { kind: 'figures' })).rows).toBe(1)
  })

  test('and options of figures with it', async () => {
    const work = site.importStats(await maxFiles(), { kind: 'details', as: 'max' })
    expect(await refusalOf(work)).toMatchObject({ code: 'option_of_figures' })
  })
})
