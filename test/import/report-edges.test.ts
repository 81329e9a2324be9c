import { expect, test } from 'vitest'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { renewSite } from '../fixtures/share-site.ts'
import { csv, openSite, refusalOf } from './import-site.ts'
import { inmobiReport, mintegralPage } from './network-reports.ts'

const site = renewSite(openSite)

const importReport = async (text: string, request = {}, name = 'report.csv') =>
  site.importStats([await site.file(name, text)], request)

test('a converted amount is rounded once, however long its rate is', async () => {
  const text = inmobiReport([{ bundle: 'com.example.euro', earnings: '0.000001' }])
  const rates = { name: 'r.csv', text: 'day,currency,rate\n2026-03-01,USD,0.499999999999999\n' }
  await importReport(text, { rates })
  // 0.499999999999999 micros
  expect(await site.figures()).toEqual(['2026-03-01 euro-app inmobi banner US 10 1 0 0'])
})

test('an amount is rounded once, however long it is', async () => {
  await importReport(inmobiReport([{ earnings: '0.0000004999999999999' }]))
  // 0.4999999999999 micros
  expect(await site.figures()).toEqual(['2026-03-01 zap-ios inmobi banner US 10 1 0 0'])
})

test('an app whose name ends with a platform in brackets is not confused with another app', async () => {
  const link = (networkAppId: string, appId: string, platform: 'ios' | 'android') =>
    site.call(linkApp, { network: 'applovin', networkAppId, appId, platform })
  await link('Zap (ios)', 'zap-android', 'android')
  await link('Zap', 'zap-ios', 'ios')
  const columns = 'day,application,platform,network,ad_format,country,impressions,revenue'
  const lines = [
    '2026-03-03,Zap (ios),,APPLOVIN,BANNER,US,1,1',
    '2026-03-03,Zap,ios,APPLOVIN,BANNER,DE,2,2',
  ]
  await importReport(csv(lines, columns))
  expect(await site.figures()).toEqual([
    '2026-03-03 zap-android applovin banner US 1 0 0 1000000',
    '2026-03-03 zap-ios applovin banner DE 2 0 0 2000000',
  ])
})

test("a line break in an app's name does not end the comment of its command", async () => {
  const text = inmobiReport([{ id: '9', bundle: 'com.new', name: '"New\necho hacked"' }])
  const { message, details } = await refusalOf(importReport(text))
  expect([message, ...details].join('\n').split('\n')).toContainEqual(
    expect.stringMatching(/ # New echo hacked/),
  )
})

test('an answer with absurdly many pages is refused', async () => {
  const page = mintegralPage(1, 99_999_999_999, [{ country: 'US', impressions: 1 }])
  const { code } = await refusalOf(importReport(page, {}, 'page.json'))
  expect(code).toBe('pages_missing')
})

test('two ids with one package create one app', async () => {
  const row = { bundle: 'com.new', platform: 'android' }
  const text = inmobiReport([
    { ...row, id: '81' },
    { ...row, id: '82', country: 'DE' },
  ])
  await importReport(text, { createApps: 'studio' })
  const created = (await site.applications()).filter((app) => app.android_package === 'com.new')
  expect(created).toHaveLength(1)
  const id = created[0]!.app_id
  expect(await site.figures()).toEqual([
    `2026-03-01 ${id} inmobi banner DE 10 1 0 10000`,
    `2026-03-01 ${id} inmobi banner US 10 1 0 10000`,
  ])
})

test('a package in two accounts selects the app of the account for new apps', async () => {
  await site.importApps(
    'app_id,publisher,app_name,platform,app_bundle_id\neuro-zap,euros,Zap,ios,com.example.zap\n',
  )
  const summary = await importReport(inmobiReport([{}]), { createApps: 'studio' })
  expect(summary).toMatchObject({ slices: 1, created_apps: [] })
  expect(await site.figures()).toEqual(['2026-03-01 zap-ios inmobi banner US 10 1 0 10000'])
})
