import { describe, expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { linkApps } from '../../src/use-cases/link-apps.ts'
import { type ImportSite, openSite, refusalOf, refusedUnchanged } from '../import/import-site.ts'

/** The columns of the console, as a studio exports them with the platform. */
const header = [
  ...['Date', 'App', 'Platform', 'Ad unit', 'Country', 'Format', 'Estimated earnings (USD)'],
  ...['Observed eCPM (USD)', 'Requests', 'Match rate (%)', 'Matched requests', 'Impressions'],
  ...['CTR (%)', 'Clicks'],
]

/** Zap is an app of `studio` on iOS, Android and Amazon; AdMob has the first two. */
const rows = [
  ...[
    ['2026-03-01', 'Zap', 'iOS', 'Level end', 'United States', 'Rewarded'],
    ['2026-03-01', 'Zap', 'Android', 'Level end', 'United States', 'Rewarded'],
    ['2026-03-01', 'Zap', 'Android', 'Start', 'Germany', 'Interstitial'],
    ['2026-03-02', 'Zap', 'iOS', 'Start', 'Germany', 'Interstitial'],
  ].map((labels, index) => {
    const revenue = ['1,234.567891', '0.40', '10.00', '0.000404'][index]!
    return [...labels, revenue, '1.00', '300', '50.00', '150', '100', '4.00', '4']
  }),
]

const withoutPlatform = (line: readonly string[]) => line.filter((_, index) => index !== 2)

/** Text as the console writes it: UTF-16, little-endian, with tabs and a byte order mark. */
const console_ = (lines: readonly (readonly string[])[]) =>
  Buffer.from(`\uFEFF${lines.map((line) => line.join('\t')).join('\r\n')}\r\n`, 'utf16le')

const importConsole = async (
  site: ImportSite,
  lines: readonly (readonly string[])[] = [header, ...rows],
  request: { account?: string; createApps?: string } = { account: 'studio' },
) => site.importStats([await site.file('admob-report.csv', console_(lines))], request)

/** 1,234.567891 and 0.000404 of iOS; 0.40 and 10.00 of Android. */
const booked = [
  '2026-03-01 zap-android admob interstitial DE 100 4 0 10000000',
  '2026-03-01 zap-android admob rewarded US 100 4 0 400000',
  '2026-03-01 zap-ios admob rewarded US 100 4 0 1234567891',
  '2026-03-02 zap-ios admob interstitial DE 100 4 0 404',
]

const link = (site: ImportSite, appId: string, platform?: 'ios' | 'android') =>
  site.call(linkApp, {
    network: 'admob',
    networkAppId: 'Zap',
    appId,
    ...(platform && { platform }),
  })

describe("an export of AdMob's console, which names apps by their names", () => {
  test('books each platform to its app, once the printed commands have linked the name', async () => {
    const site = await openSite()
    const { code, message, details } = await refusedUnchanged(site, () => importConsole(site))
    expect(code).toBe('unknown_network_apps')
    expect(message).not.toMatch(/column|platform/)
    expect(details.slice(0, 2)).toEqual([
      '  adtally apps link --platform ios admob Zap zap-ios   # ios',
      '  adtally apps link --platform android admob Zap zap-android   # android',
    ])
    await link(site, 'zap-ios', 'ios')
    await link(site, 'zap-android', 'android')
    const summary = await importConsole(site)
    expect(summary.revenue).toEqual({ USD: '1244.968295' })
    expect(await site.figures()).toEqual(booked)
  })

  test('books each platform to the existing app of the name with create_apps', async () => {
    const site = await openSite()
    const summary = await importConsole(site, undefined, { createApps: 'studio' })
    expect(summary.created_apps).toEqual([])
    expect(summary.matched_apps).toEqual([
      { name: 'Zap', network_app_id: 'Zap', platform: 'ios', app_id: 'zap-ios' },
      { name: 'Zap', network_app_id: 'Zap', platform: 'android', app_id: 'zap-android' },
    ])
    expect(await site.figures()).toEqual(booked)
    expect(await importConsole(site)).toMatchObject({ matched_apps: [], unchanged_slices: 3 })
  })

  test('without its platforms is refused while two apps have the name, linked or not', async () => {
    const site = await openSite()
    const plain = [header, ...rows].map(withoutPlatform)
    const check = async (request: object) => {
      const { code, message, details } = await refusedUnchanged(site, () =>
        importConsole(site, plain, request),
      )
      expect(code).toBe('network_app_names_ambiguous')
      expect(message).toContain('Export the report again with the platform as a column')
      expect(details).toContain('  adtally apps link --platform ios admob Zap zap-ios   # ios')
      expect(details).toContain(
        '  adtally apps link --platform android admob Zap zap-android   # android',
      )
    }
    await check({ account: 'studio' })
    await check({ createApps: 'studio' })
    await link(site, 'zap-ios', 'ios')
    await check({ account: 'studio' })
    await check({})
  })
})

describe('a link of a name that apps of two platforms have', () => {
  test('is refused without a platform, with the commands for both', async () => {
    const site = await openSite()
    const { code, details } = await refusalOf(link(site, 'zap-ios'))
    expect(code).toBe('link_ambiguous')
    expect(details).toContain('  adtally apps link --platform ios admob Zap zap-ios')
    expect(details).toContain('  adtally apps link --platform android admob Zap zap-android')
  })

  test('is refused with the platform of another app', async () => {
    const site = await openSite()
    expect(await refusalOf(link(site, 'zap-ios', 'android'))).toMatchObject({
      code: 'app_platform_differs',
    })
  })

  test('needs no platform for one app, and many are made at once or not at all', async () => {
    const site = await openSite()
    const stated = { network: 'admob', networkAppId: 'ca-app-pub-1~2', appId: 'zap-ios' }
    const unclear = { network: 'admob', networkAppId: 'zap', appId: 'zap-ios' }
    const links = [stated, unclear]
    expect(await refusalOf(site.call(linkApps, { links }))).toMatchObject({
      code: 'link_ambiguous',
    })
    expect(await site.call(linkApps, { links: [stated] })).toEqual({ linked: 1 })
  })
})
