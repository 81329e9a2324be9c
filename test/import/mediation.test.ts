import { describe, expect, test } from 'vitest'
import { allFiguresOf } from '../../src/ledger/figure-ledger.ts'
import { compactHistory } from '../../src/use-cases/compact-history.ts'
import { deleteFigures } from '../../src/use-cases/delete-figures.ts'
import { mergeApps } from '../../src/use-cases/end-app.ts'
import type { FiguresRequest } from '../../src/use-cases/import-figures.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { listImports } from '../../src/use-cases/list-imports.ts'
import { previewFigures } from '../../src/use-cases/preview-figures.ts'
import { applyRates } from '../../src/use-cases/rates/apply-rates.ts'
import { importRates } from '../../src/use-cases/rates/import-rates.ts'
import { undoImport } from '../../src/use-cases/undo-import.ts'
import { formatDay } from '../../src/values/day.ts'
import { formatMicros } from '../../src/values/decimal.ts'
import { type ImportSite, openSite, refusalOf } from './import-site.ts'
import { pangleAnswer } from './network-reports.ts'

const [first, second] = ['2026-03-01', '2026-03-02']
const zap = 'com.example.zap'

type Row = readonly [day: string, network: string, impressions: number, revenue: string]

/** A CSV of AppLovin MAX. */
const max = (rows: readonly Row[], name = 'max.csv') => ({
  name,
  content: [
    'day,application,package_name,platform,ad_format,country,network,max_ad_unit_id,impressions,estimated_revenue',
    ...rows.map(([day, network, ...figures]) =>
      [day, 'Zap', zap, 'android', 'REWARD', 'us', network, 'unit-1', ...figures].join(','),
    ),
    '',
  ].join('\n'),
})

/** The answer of Unity LevelPlay's interface. */
const levelplay = (rows: readonly Row[]) => ({
  name: 'levelplay.json',
  content: JSON.stringify(
    rows.map(([date, providerName, impressions, revenue]) => ({
      date,
      adUnits: 'Rewarded Video',
      providerName,
      appKey: 'zap',
      bundleId: zap,
      appName: 'Zap',
      platform: 'Android',
      data: [{ countryCode: 'US', impressions, revenue: Number(revenue) }],
    })),
  ),
})

/** The answer of Unity Ads' own interface. It names apps by ids of its own. */
const unity = (
  rows: readonly (readonly [day: string, impressions: number, revenue: string])[],
) => ({
  name: 'unity.json',
  content: JSON.stringify(
    rows.map(([day, impressions, revenue]) => ({
      timestamp: `${day}T00:00:00.000Z`,
      country: 'US',
      placement: 'video',
      platform: 'android',
      source_game_id: '4600002',
      source_name: 'Zap',
      adrequest_count: 30,
      available_sum: 20,
      view_count: 5,
      start_count: impressions,
      revenue_sum: Number(revenue),
    })),
  ),
})

async function open(app = 'brick'): Promise<ImportSite> {
  const site = await openSite()
  // Another app than the mediation's, as it is where nobody linked them: no slice is replaced.
  await site.call(linkApp, { network: 'unityads', networkAppId: '4600002', appId: app })
  return site
}

interface Report {
  readonly name: string
  readonly content: string
}

async function importOf(site: ImportSite, { name, content }: Report, request: FiguresRequest = {}) {
  return site.importStats([await site.file(name, content)], { account: 'studio', ...request })
}

async function importAsPreviewed(site: ImportSite, report: Report) {
  const files = [await site.file(report.name, report.content)]
  const preview = await site.call(previewFigures, { account: 'studio' }, { files })
  const summary = await importOf(site, report)
  // The import does the same as its preview told.
  expect(preview.secondary).toEqual(summary.secondary)
  expect(preview.revenue).toEqual(summary.revenue)
  return summary
}

/** Revenue by day, app and network: of counted figures, or of a secondary report. */
async function revenue(site: ImportSite, report?: string): Promise<string[]> {
  const { accounts, ledger, apps } = site.installation
  const { id } = await accounts.get('studio')
  const reports = await ledger.secondaryReports(id)
  const account = report ? reports.find(({ name }) => name === report)?.reportId : id
  const [newest] = await ledger.entries(null, 1)
  if (account === undefined || !newest) return []
  const names = new Map((await apps.ofAccount(id)).map((app) => [app.key, app.appId]))
  const range = { after: null, entry: newest.id, onlyExisting: true }
  const slices = await ledger.lastChanges(allFiguresOf(account), range, 1_000)
  return slices
    .map(({ position: { day, app }, network, totals }) =>
      [
        ...[formatDay(day).slice(8), names.get(app), network],
        formatMicros(BigInt(totals!.revenue_micros!)),
      ].join(' '),
    )
    .sort()
}

const mediated = max([
  [first, 'ADMOB_BIDDING', 10, '1'],
  [first, 'UNITY_BIDDING', 20, '2.5'],
  [second, 'UNITY_BIDDING', 30, '3.25'],
])
const own = unity([[first, 19, '2.4']])
const settled = ['01 brick unityads 2.4', '01 zap-android admob 1', '02 zap-android unityads 3.25']
const allMediated = [
  ...['01 zap-android admob 1', '01 zap-android unityads 2.5'],
  '02 zap-android unityads 3.25',
]

describe("a mediation's report and a network's own", () => {
  test.each([
    ['the mediation first', [mediated, own]],
    ['the network first', [own, mediated]],
    ['both twice', [own, mediated, own, mediated, mediated, own]],
  ])('count once: %s', async (_, reports) => {
    const site = await open()
    for (const report of reports) await importAsPreviewed(site, report)
    expect(await revenue(site)).toEqual(settled)
    expect(await revenue(site, 'applovin_max')).toEqual(allMediated)
  })

  test('that come second say what counts and what does not', async () => {
    const site = await open()
    expect((await importAsPreviewed(site, mediated)).secondary).toEqual([])
    const told = {
      account: 'studio',
      network: 'unityads',
      report: 'applovin_max',
      days: 1,
      first_day: first,
      last_day: first,
      impressions: '20',
      revenue: '2.5',
      counts: 'own report',
      counted_revenue: '2.4',
      currency: 'USD',
    }
    expect((await importAsPreviewed(site, own)).secondary).toEqual([told])
    const again = await importAsPreviewed(site, mediated)
    expect(again).toMatchObject({ secondary: [told], rows: 3, slices: 3, unchanged_slices: 3 })
    expect(again.revenue).toEqual({ USD: '4.25' })
  })

  test('change the counted figures in the list of imports by what counts, and no more', async () => {
    const site = await open()
    await importOf(site, mediated)
    const { import: ofOwn } = await importOf(site, own)
    await importOf(site, max([[first, 'UNITY_BIDDING', 25, '2.75']], 'later.csv'))
    await site.call(undoImport, { id: ofOwn })
    const listed = await site.call(listImports, { limit: 4 })
    // 1 + 2.5 + 3.25; then 2.4 instead of 2.5; then nothing, because Unity's own report counts; then 2.75.
    expect(listed.map(({ changes }) => changes.map(({ revenue }) => revenue)).reverse()).toEqual([
      ['6.75'],
      ['-0.1'],
      [],
      ['0.35'],
    ])
  })

  test('count by themselves again when the other one is undone, also if it was restated since', async () => {
    const site = await open()
    const { import: ofMediation } = await importOf(site, mediated)
    const { import: ofNetwork } = await importOf(site, own)
    const restated = max([
      [first, 'ADMOB_BIDDING', 10, '1'],
      [first, 'UNITY_BIDDING', 22, '2.75'],
    ])
    const { import: again } = await importOf(site, restated)
    await site.call(undoImport, { id: ofNetwork })
    expect(await revenue(site)).toEqual([
      ...['01 zap-android admob 1', '01 zap-android unityads 2.75'],
      '02 zap-android unityads 3.25',
    ])
    await site.call(undoImport, { id: again })
    expect(await revenue(site)).toEqual(allMediated)
    await importOf(site, own)
    expect(await revenue(site)).toEqual(settled)
    await site.call(undoImport, { id: ofMediation })
    expect(await revenue(site)).toEqual(['01 brick unityads 2.4'])
    expect(await revenue(site, 'applovin_max')).toEqual([])
  })

  test('count by themselves again when the other one is deleted, and are deleted whole', async () => {
    const site = await open()
    await importOf(site, mediated)
    await importOf(site, own)
    const unityads = { account: 'studio', startDate: first, endDate: second, network: 'unityads' }
    await site.call(deleteFigures, { ...unityads, appId: 'brick' })
    expect(await revenue(site)).toEqual(allMediated)
    const { entry } = await site.call(deleteFigures, unityads)
    expect(await revenue(site)).toEqual(['01 zap-android admob 1'])
    expect(await revenue(site, 'applovin_max')).toEqual(['01 zap-android admob 1'])
    await site.call(undoImport, { id: entry! })
    expect(await revenue(site)).toEqual(allMediated)
    expect(await revenue(site, 'applovin_max')).toEqual(allMediated)
  })

  test('answer how many slices were deleted, also where the other one counts instead', async () => {
    const site = await open('zap-android')
    await importOf(site, mediated)
    await importOf(site, own)
    const unityads = { account: 'studio', startDate: first, endDate: first, network: 'unityads' }
    expect(await site.call(deleteFigures, unityads)).toMatchObject({ slices: 1, revenue: '2.4' })
    expect(await revenue(site)).toEqual(allMediated)
    // One counted slice, although its row in the secondary report is deleted too.
    expect(await site.call(deleteFigures, unityads)).toMatchObject({ slices: 1, revenue: '2.5' })
  })

  test("of the same slice: an undo of the own report's deletion returns it", async () => {
    const site = await open('zap-android')
    await importOf(site, own)
    const unityads = { account: 'studio', startDate: first, endDate: first, network: 'unityads' }
    const { entry } = await site.call(deleteFigures, unityads)
    await importOf(site, mediated)
    expect(await revenue(site)).toEqual(allMediated)
    await site.call(undoImport, { id: entry! })
    expect(await revenue(site)).toEqual(
      settled.map((line) => line.replace('brick', 'zap-android')).sort(),
    )
  })

  test('do not count any more once they are imported as a secondary report', async () => {
    const site = await open()
    await importOf(site, mediated)
    const { import: id } = await importOf(site, mediated, { as: 'applovin_max' })
    expect(await revenue(site)).toEqual([])
    expect(await revenue(site, 'applovin_max')).toEqual(allMediated)
    await site.call(undoImport, { id })
    expect(await revenue(site)).toEqual(allMediated)
  })

  test('are booked as the account says', async () => {
    const site = await open()
    await importOf(site, own)
    await importOf(site, mediated, { booking: 'counted' })
    expect(await revenue(site)).toEqual([...settled, '01 zap-android unityads 2.5'].sort())
    await importOf(site, mediated, { booking: 'report' })
    const refusal = await refusalOf(importOf(site, own, { booking: 'add' }))
    expect(refusal.code).toBe('no_mediation')
    expect(refusal.message).toContain('--booking add')
  })

  test('of the same app replace no slice of each other', async () => {
    const site = await open('zap-android')
    await importOf(site, own)
    await importOf(site, mediated)
    expect(await revenue(site)).toEqual([
      ...['01 zap-android admob 1', '01 zap-android unityads 2.4'],
      '02 zap-android unityads 3.25',
    ])
  })
})

describe('two mediations of an app', () => {
  const other = levelplay([
    [first, 'AdMob', 100, '7'],
    [first, 'Vungle', 5, '0.5'],
  ])
  const beside = [
    '01 zap-android admob 1',
    '01 zap-android unityads 2.5',
    '02 zap-android unityads 3.25',
    '01 zap-android vungle 0.5',
  ]

  test('count neither twice nor replace each other', async () => {
    const site = await open()
    const { import: ofFirst } = await importOf(site, mediated)
    const { secondary } = await importOf(site, other)
    expect(secondary).toMatchObject([
      {
        network: 'admob',
        report: 'levelplay',
        counts: 'other mediation',
        revenue: '7',
        counted_revenue: '1',
      },
    ])
    expect(await revenue(site)).toEqual(beside.toSorted())
    await importOf(site, mediated)
    expect(await revenue(site)).toEqual(beside.toSorted())
    await site.call(undoImport, { id: ofFirst })
    expect(await revenue(site)).toEqual(beside.toSorted())
  })

  test('are added when the account says that they share the traffic', async () => {
    const site = await open()
    await importOf(site, mediated)
    const { import: added } = await importOf(site, other, { booking: 'add' })
    const sum = beside.map((line) => line.replace('admob 1', 'admob 8')).sort()
    expect(await revenue(site)).toEqual(sum)
    await importOf(site, mediated)
    expect(await revenue(site)).toEqual(sum)
    await importOf(site, levelplay([[first, 'AdMob', 90, '6.5']]), { booking: 'add' })
    expect(await revenue(site)).toEqual(
      beside.map((line) => line.replace('admob 1', 'admob 7.5')).sort(),
    )
    await importOf(site, max([[first, 'ADMOB_BIDDING', 10, '2']]), { booking: 'add' })
    expect(await revenue(site)).toEqual(
      beside.map((line) => line.replace('admob 1', 'admob 8.5')).sort(),
    )
    await site.call(undoImport, { id: added + 2 })
    await site.call(undoImport, { id: added })
    expect(await revenue(site)).toEqual(
      beside
        .filter((line) => !line.includes('vungle'))
        .map((line) => line.replace('admob 1', 'admob 2'))
        .sort(),
    )
  })
})

describe('merged apps', () => {
  const withTwins = async (ofNetwork: string) => {
    const site = await openSite()
    const twins = ['zap-old', 'zap-older'].map(
      (app) => `${app},studio,${app},android,com.example.${app.replace('-', '')}`,
    )
    await site.importApps(
      ['app_id,publisher,app_name,platform,android_package', ...twins, ''].join('\n'),
    )
    await site.call(linkApp, { network: 'unityads', networkAppId: '4600002', appId: ofNetwork })
    return site
  }
  const merge = async (site: ImportSite, appId: string, into: string) =>
    (await site.call(mergeApps, { appId, into })).entry!

  test("have a network's own figures, if one of them had these", async () => {
    const site = await withTwins('zap-older')
    await importOf(site, own)
    await merge(site, 'zap-older', 'zap-old')
    const id = await merge(site, 'zap-old', 'zap-android')
    const merged = settled.map((line) => line.replace('brick', 'zap-android')).sort()
    for (let time = 0; time < 2; time++) {
      await importOf(site, mediated)
      expect(await revenue(site)).toEqual(merged)
    }
    await site.call(undoImport, { id })
    const apart = settled.map((line) => line.replace('brick', 'zap-old')).sort()
    expect(await revenue(site)).toEqual(apart)
    await importOf(site, mediated)
    expect(await revenue(site)).toEqual(apart)
  })

  test("have a network's own figures still once the merge is compacted, or their money is converted again", async () => {
    const site = await withTwins('zap-old')
    const twins = ['one', 'two'].map((app) => `euro-${app},euros,Euro,android,com.example.${app}`)
    await site.importApps(
      ['app_id,publisher,app_name,platform,android_package', ...twins, ''].join('\n'),
    )
    const dollars = async (rate: string) => {
      const text = `day,currency,rate\n${first},USD,${rate}\n`
      return site.call(
        importRates,
        { account: 'euros' },
        { files: [await site.file('r.csv', text)] },
      )
    }
    const ofEuros = { account: 'euros' }
    const pangle = (revenue: string) =>
      pangleAnswer([{ day: first, package: 'com.example.one', os: 'android', revenue }])
    const counted = async () => {
      const { id } = await site.installation.accounts.get('euros')
      const lines = await site.readAccount(id, 'slices', ['app', 'network'])
      return lines.map((line) =>
        line
          .split(' ')
          .filter((_, at) => at < 3 || at === 5)
          .join(' '),
      )
    }
    const max = (impressions: number) => ({
      name: 'max.csv',
      content: [
        'day,application,package_name,platform,ad_format,country,network,impressions,estimated_revenue',
        `${first},One,com.example.two,android,REWARD,us,PANGLE_BIDDING,${impressions},3`,
        '',
      ].join('\n'),
    })
    await dollars('1')
    await site.importStats([await site.file('own.json', pangle('5'))], ofEuros)
    await site.call(mergeApps, { appId: 'euro-one', into: 'euro-two' })
    await importOf(site, max(30), ofEuros)
    expect(await counted()).toEqual(['euro-two pangle 10 5000000'])
    await dollars('2')
    await site.call(applyRates, {})
    expect(await counted()).toEqual(['euro-two pangle 10 10000000'])
    await importOf(site, max(31), ofEuros)
    expect(await counted()).toEqual(['euro-two pangle 10 10000000'])
    expect(await site.call(applyRates, {})).toEqual([])
    // Servers keep their history.
    if (!site.servers.clickhouse) {
      site.passHour()
      const { slices } = await site.call(compactHistory, { keep: 0 })
      expect(slices).toBeGreaterThan(0)
    }
    await importOf(site, max(32), ofEuros)
    expect(await counted()).toEqual(['euro-two pangle 10 10000000'])
  })

  test("have a mediation's rows, which count until the network's own report comes", async () => {
    const site = await withTwins('brick')
    await importOf(site, mediated)
    const id = await merge(site, 'zap-android', 'zap-old')
    const before = allMediated.map((line) => line.replace('zap-android', 'zap-old'))
    expect(await revenue(site)).toEqual(before)
    await importOf(site, own)
    expect(await revenue(site)).toEqual(
      settled.map((line) => line.replace('zap-android', 'zap-old')).sort(),
    )
    await site.call(undoImport, { id })
    expect(await revenue(site)).toEqual(settled)
  })
})
