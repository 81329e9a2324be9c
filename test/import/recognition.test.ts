import { describe, expect, test } from 'vitest'
import { appColumns } from '../../src/publishers/app-columns.ts'
import { linkApp } from '../../src/use-cases/link-app.ts'
import { csv, header, placesOf, refusalOf, refusedUnchanged, shareSite } from './import-site.ts'
import {
  inmobiDashboard,
  inmobiDashboardColumns,
  inmobiReport,
  mintegralPage,
  verveDashboardColumns,
} from './network-reports.ts'

const ownLine = '2026-03-01,zap-ios,ownnet,banner,US,10,0.5'
const ownObject =
  '{"date":"2026-03-01","app_id":"zap-ios","network":"ownnet","format":"banner","country":"US","impressions":10,"revenue":0.5}\n'
const ownQuery = `SELECT '2026-03-01' AS date, 'zap-ios' AS app_id, 'ownnet' AS network,
  'banner' AS format, 'US' AS country, 10 AS impressions, CAST(0.5 AS DECIMAL(10, 6)) AS revenue`

const own = { source: 'adtally', source_title: "Adtally's own format", day_zone: 'UTC' }
const bothColumns = `${verveDashboardColumns},${inmobiDashboardColumns}`
// Verve pays 0.25 for 7 impressions, InMobi 4 for 11.
const bothLine = 'Germany,0.25,7,0,Germany,11,4'

const shared = shareSite()

describe('without a source, a file is recognised', () => {
  test("as Adtally's own format in CSV, NDJSON and Parquet", async () => {
    const site = shared()
    for (const file of [
      await site.file('figures.csv', csv([ownLine])),
      await site.file('figures.ndjson', ownObject),
      await site.parquet('figures.parquet', ownQuery),
    ]) {
      expect(await site.importStats([file])).toMatchObject({ ...own, rows: 1 })
      expect(await site.figures()).toEqual(['2026-03-01 zap-ios ownnet banner US 10 0 0 500000'])
    }
  })

  test('also with the source "auto"', async () => {
    expect(await shared().importLines([ownLine], { source: 'auto' })).toMatchObject(own)
  })

  test('as a network report, and the summary names the source and its day zone', async () => {
    const site = shared()
    const inmobi = await site.file('a.csv', inmobiReport([{}]))
    expect(await site.importStats([inmobi])).toMatchObject({
      source: 'inmobi',
      source_title: 'InMobi report',
      day_zone: 'UTC',
    })
    await site.call(linkApp, { network: 'mintegral', networkAppId: '5501', appId: 'zap-ios' })
    const page = mintegralPage(1, 1, [{ country: 'US', impressions: 3 }])
    expect(await site.importStats([await site.file('page.json', page)])).toMatchObject({
      source: 'mintegral',
      source_title: 'Mintegral report',
      day_zone: 'UTC+8',
    })
  })

  test("as a network's second report when it has its columns", async () => {
    const site = shared()
    const file = await site.file('a.csv', inmobiDashboard(['Germany,4,1.25']))
    const summary = await site.importStats([file], { day: '2026-03-05', app: 'zap-ios' })
    expect(summary.source).toBe('inmobi')
    expect(await site.figures()).toContain('2026-03-05 zap-ios inmobi unknown DE 4 0 0 1250000')
  })
})

describe('the files of one import', () => {
  test('are refused when they are of two networks, naming both', async () => {
    const site = shared()
    const files = [
      await site.file('one.csv', inmobiReport([{}])),
      await site.file('two.json', mintegralPage(1, 1, [{ country: 'US', impressions: 3 }])),
    ]
    const refusal = await refusedUnchanged(site, () => site.importStats(files))
    expect(refusal.message).toContain('one.csv is "InMobi report" (`--source inmobi`)')
    expect(refusal.message).toContain('two.json is "Mintegral report" (`--source mintegral`)')
  })

  test.each([0, 1])("are refused when number %d is in Adtally's own format", async (place) => {
    const site = shared()
    const files = [await site.file('net.csv', inmobiReport([{}]))]
    files.splice(place, 0, await site.file('own.csv', csv([ownLine])))
    const refusal = await refusedUnchanged(site, () => site.importStats(files))
    expect(refusal.message).toContain('net.csv is "InMobi report" (`--source inmobi`)')
    expect(refusal.message).toContain(`own.csv is "Adtally's own format" (\`--source adtally\`)`)
  })

  test('must all be of the chosen source', async () => {
    const site = shared()
    const files = [
      await site.file('net.csv', inmobiReport([{}])),
      await site.file('own.csv', csv([ownLine])),
    ]
    const refusal = await refusedUnchanged(site, () =>
      site.importStats(files, { source: 'inmobi' }),
    )
    expect(refusal.message).toContain('own.csv: This is not "InMobi report"')
    expect(refusal.message).toContain(`It looks like "Adtally's own format" (\`--source adtally\`)`)
  })
})

describe('a file that fits two sources', () => {
  const given = { day: '2026-03-02', app: 'zap-ios' }
  const both = () => shared().file('both.csv', csv([bothLine], bothColumns))

  test('is refused, naming both', async () => {
    const file = await both()
    const refusal = await refusedUnchanged(shared(), () => shared().importStats([file], given))
    expect(refusal.message).toContain('"Verve report" (`--source verve`)')
    expect(refusal.message).toContain('"InMobi report" (`--source inmobi`)')
    expect(refusal.message).toContain('both.csv')
  })

  test.each([
    ['verve', '2026-03-02 zap-ios verve unknown DE 7 0 0 250000'],
    ['inmobi', '2026-03-02 zap-ios inmobi unknown DE 11 0 0 4000000'],
  ])('is read as %s when that source is chosen', async (source, line) => {
    await shared().importStats([await both()], { ...given, source })
    expect(await shared().figures()).toContain(line)
  })

  test("is refused, naming Adtally's own format when it is one of them", async () => {
    const columns = `${header},${verveDashboardColumns}`
    const file = await shared().file('both.csv', csv([`${ownLine},Germany,1,2,3`], columns))
    const refusal = await refusalOf(shared().importStats([file]))
    expect(refusal.message).toContain(`"Adtally's own format" (\`--source adtally\`)`)
    expect(refusal.message).toContain('"Verve report" (`--source verve`)')
  })
})

describe('a file that fits no source', () => {
  const refuse = async (name: string, text: string, request = {}) => {
    const file = await shared().file(name, text)
    return refusedUnchanged(shared(), () => shared().importStats([file], request))
  }
  const candidates =
    /Unrecognised report format.*Known sources: adtally, (\S+, )*inmobi, (\S+, )*verve\b/

  test('is refused, listing every source', async () => {
    const { message } = await refuse('letters.csv', csv(['1,2'], 'alpha,beta'))
    expect(message).toMatch(/^letters\.csv: /)
    expect(message).toMatch(candidates)
    expect(message).not.toContain('nearest')
  })

  test('is refused with the command that imports it when it is a list of apps', async () => {
    const apps = csv(['zap,studio,Zap,ios'], appColumns.required.join(','))
    const { message } = await refuse('my apps.csv', apps)
    expect(message).toMatch(
      /^my apps\.csv: This is a list of apps, without figures\. Import it: .*import apps 'my apps\.csv'$/,
    )
  })

  test('is not taken for a list of apps when it has their names but not their accounts', async () => {
    const report = 'date,app_id,app_name,platform,ad_format,country,impression,click'
    const { message } = await refuse('report.csv', csv(['2026-03-01,1,Zap,ios,,DE,7,1'], report))
    expect(message).toMatch(/Unrecognised report format.*Mintegral/)
  })

  test('names missing columns as they are in reports, whatever the language of the others', async () => {
    const { message } = await refuse('admob.csv', csv(['2026-03-01,7'], '日期,曝光'))
    expect(message).toContain('the missing column "Estimated earnings (USD)"')
  })

  test('names the closest source and the missing columns', async () => {
    const { message } = await refuse('near.csv', csv(['DE,1'], 'Country,Ad Impressions Rendered'))
    expect(message).toContain('The closest source is "InMobi report" (`--source inmobi`)')
    expect(message).toContain('the missing column "Publisher Revenue"')
    expect(message).toMatch(candidates)
  })

  test('names the missing columns of the chosen source', async () => {
    const { message } = await refuse('near.csv', csv(['DE'], 'Country'), { source: 'inmobi' })
    expect(message).toBe(
      'near.csv: This is not "InMobi report": missing columns "Ad Impressions Rendered" and "Publisher Revenue"',
    )
  })

  test("but almost fits Adtally's own format names its missing column", async () => {
    const { message } = await refuse(
      'own.csv',
      csv(['2026-03-01,zap-ios,ownnet,banner,US,10'], header.replace(',revenue', '')),
    )
    expect(message).toMatch(/^own\.csv:1: missing column "revenue"/)
    expect(message).not.toContain('Known sources:')
  })

  test("but is Adtally's own format with bad cells lists those cells", async () => {
    const refusal = await refuse('own.csv', csv([ownLine.replace(',10,', ',-1,')]))
    expect(placesOf(refusal)).toEqual(['own.csv:2: impressions: "-1"'])
  })

  test.each(['{}', 'null', '3', '"text"', '{"a":1}', '[{"a":1}]', '[1]', '[null]'])(
    'is refused as JSON of no known report: %s',
    async (text) => {
      expect((await refuse('answer.json', text)).message).toMatch(candidates)
    },
  )

  test.each(['{', 'date,app', '{"a":1}{"a":2}', '{"data":'])(
    'is refused as invalid JSON: %s',
    async (text) => {
      expect((await refuse('answer.json', text)).message).toMatch(/^answer\.json: This is not JSON/)
    },
  )

  test.each(['[]', '{"results":[]}', '{"data":{"lists":[]}}'])(
    'is refused as an answer without rows: %s',
    async (text) => {
      expect((await refuse('answer.json', text)).message).toBe('answer.json: The file has no rows')
    },
  )

  test('is refused for a source that does not exist, listing those that do', async () => {
    const { message } = await refuse('a.csv', csv([ownLine]), { source: 'nonsense' })
    expect(message).toContain('"nonsense"')
    expect(message).toContain('auto, adtally, ')
    expect(message).toContain('inmobi')
  })
})
