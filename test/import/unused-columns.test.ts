import { expect, test } from 'vitest'
import { previewFigures } from '../../src/use-cases/preview-figures.ts'
import { csv, refusedUnchanged, shareSite } from './import-site.ts'

const shared = shareSite()

const maxColumns =
  'Day,Application,Package Name,Platform,Ad Format,Ad Unit,Country,Network,Impressions,Est. Revenue,eCPM'
const maxLine =
  '2026-03-01,Zap,com.example.zap,iOS,Rewarded,end of level,Germany,FACEBOOK_MEDIATE,1000,2.5,2.5'

test("MAX's console export keeps formats, ad units and packages, and a column that is not used is named", async () => {
  const site = shared()
  const lines = [`${maxLine},7`, `${maxLine.replace('Rewarded', 'Banner')},8`]
  const file = await site.file('max.csv', csv(lines, `${maxColumns},Waterfall Name`))
  const request = { account: 'studio' }
  const previewed = await site.call(previewFigures, request, { files: [file] })
  expect(previewed.unused_columns).toEqual(['Waterfall Name'])
  const summary = await site.importStats([file], request)
  expect(summary).toMatchObject({ unused_columns: ['Waterfall Name'], networks: ['facebook'] })
  expect(await site.figures()).toEqual([
    '2026-03-01 zap-ios facebook banner DE 1000 0 0 2500000',
    '2026-03-01 zap-ios facebook rewarded DE 1000 0 0 2500000',
  ])
})

test("Adtally's own format uses all its columns", async () => {
  const summary = await shared().importLines(['2026-03-01,zap-ios,ownnet,banner,US,10,0.5'])
  expect(summary.unused_columns).toEqual([])
})

test("members of a JSON answer's rows are columns", async () => {
  const row = { date: '2026-03-01', appKey: 'k1', appName: 'Zap', platform: 'ios' }
  const cells = { adUnits: 'Interstitial', providerName: 'Facebook', sessionCount: 3, eCPM: 2 }
  const data = [{ countryCode: 'US', impressions: 1000, revenue: 2 }]
  const file = await shared().file('level.json', JSON.stringify([{ ...row, ...cells, data }]))
  const request = { createApps: 'studio' }
  const previewed = await shared().call(previewFigures, request, { files: [file] })
  expect(previewed.unused_columns).toEqual(['sessionCount'])
})

test('an export in German is refused with its columns and what to do', async () => {
  const columns = 'Datum,App,Impressionen,Geschätzte Einnahmen (EUR)'
  const file = await shared().file('admob.csv', csv(['2026-03-01,Zap,10,0.5'], columns))
  const { message } = await refusedUnchanged(shared(), () => shared().importStats([file]))
  expect(message).toContain('"Datum", "App", "Impressionen" and "Geschätzte Einnahmen (EUR)"')
  expect(message).toContain('The columns are in German: set the language of the network')
  expect(message).toContain('to English, and export the report again')
})
