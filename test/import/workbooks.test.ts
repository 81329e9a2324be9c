import { describe, expect, test } from 'vitest'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { numberCell, type SheetCell, workbookFile } from '../fixtures/workbook-file.ts'
import { zipFile } from '../fixtures/zip-file.ts'
import { header, openSite, placesOf, refusedUnchanged, shareSite } from './import-site.ts'
import { inmobiReport } from './network-reports.ts'

const columns = [...header.split(','), 'clicks']
const day = numberCell('46082', 1)
const cells = (changes: Readonly<Record<string, SheetCell>> = {}): SheetCell[] => {
  const row = {
    date: day,
    app_id: 'zap-ios',
    network: 'ownnet',
    format: 'video',
    country: 'US',
    impressions: numberCell('100'),
    revenue: numberCell('1.5', 3),
    clicks: null,
  }
  return Object.values({ ...row, ...changes })
}
const row = '2026-03-01 zap-ios ownnet video US 100 0 0 1500000'

describe('the first sheet of a workbook is read', () => {
  test('with days, numbers and texts, and empty cells at the end of rows', async () => {
    const site = await openSite()
    const file = await site.file('march.xlsx', workbookFile([columns, cells()]))
    expect(await site.importStats([file])).toMatchObject({
      files: ['march.xlsx'],
      source: 'adtally',
    })
    expect(await site.figures()).toEqual([row])
  })

  test('money is exact to the micro, however a spreadsheet stores it', async () => {
    const site = await openSite()
    const amounts = {
      // The numbers that spreadsheets store for 14.204811, 0.1 + 0.2 and 0.07.
      US: ['14.204810999999999', '14204811'],
      DE: ['0.30000000000000004', '300000'],
      FR: ['7.0000000000000007E-2', '70000'],
      GB: ['123456789.123456', '123456789123456'],
      JP: ['-0.000001', '-1'],
    }
    const rows = Object.entries(amounts).map(([country, [stored]]) =>
      cells({ country, revenue: numberCell(stored!, 3) }),
    )
    await site.importStats([await site.file('a.xlsx', workbookFile([columns, ...rows]))])
    expect(await site.figures()).toEqual(
      Object.entries(amounts)
        .map(
          ([country, [, micros]]) => `2026-03-01 zap-ios ownnet video ${country} 100 0 0 ${micros}`,
        )
        .sort(),
    )
  })

  test('of all the ways to store a text, a day or a result', async () => {
    const site = await openSite()
    const inline = (text: string) => ({
      attributes: 't="inlineStr"',
      xml: `<is><r><t>${text.slice(0, 2)}</t></r><r><t>${text.slice(2)}</t></r><rPh><t>x</t></rPh></is>`,
    })
    const rows = [
      columns,
      cells({ app_id: inline('zap-ios') }),
      cells({
        date: '2026-03-02',
        network: { attributes: 't="str"', xml: '<f>"own"&amp;"net"</f><v>ownnet</v>' },
      }),
      cells({ date: { attributes: 't="d"', xml: '<v>2026-03-03</v>' } }),
      cells({ date: numberCell('46085', 1), revenue: { xml: '<f>SUM(1,0.5)</f><v>1.5</v>' } }),
    ]
    await site.importStats([await site.file('a.xlsx', workbookFile(rows))])
    expect(await site.figures()).toEqual(
      [1, 2, 3, 4].map((date) => row.replace('03-01', `03-0${date}`)),
    )
  })

  test.each([
    [
      'with days from 1904',
      [columns, cells({ date: numberCell('44620', 1) })],
      { isFrom1904: true },
    ],
    ['after hidden ones', [columns, cells()], { hidden: ['Settings', 'Cache'] }],
    ['with prefixes', [columns, cells()], { prefix: 'x' }],
    ['with empty rows', [[], columns, [], [], cells(), []], {}],
  ])('%s', async (_what, rows, parts) => {
    const site = await openSite()
    await site.importStats([await site.file('a.xlsx', workbookFile(rows, parts))])
    expect(await site.figures()).toEqual([row])
  })

  test('in a zip archive, and under another name', async () => {
    const site = await openSite()
    const workbook = workbookFile([columns, cells()])
    await site.importStats([await site.file('a.zip', zipFile({ 'a.xlsx': workbook }))])
    expect(await site.figures()).toEqual([row])
    const again = await site.importStats([await site.file('report.csv', workbook)])
    expect(again).toMatchObject({ unchanged_slices: 1 })
  })

  test("for a network's report and for apps", async () => {
    const site = await openSite()
    const report = inmobiReport([{ date: '2026-03-01', earnings: '0.01' }])
    const rows = report
      .trim()
      .split('\n')
      .map((line) => line.split(','))
    const file = await site.file('inmobi.xlsx', workbookFile(rows))
    expect(await site.importStats([file])).toMatchObject({
      source: 'inmobi',
      revenue: { USD: '0.01' },
    })
    const apps = [
      ['app_id', 'publisher', 'app_name', 'platform', 'app_store_id'],
      ['new', 'studio', 'Hop & "Skip"\nJump', 'ios', numberCell('1234567890')],
    ]
    const files = [await site.file('apps.xlsx', workbookFile(apps))]
    expect(await site.call(importApps, {}, { files })).toMatchObject({ added: 1 })
    expect(await site.applications()).toContainEqual(
      expect.objectContaining({ app_name: 'Hop & "Skip" Jump', app_store_id: 1234567890 }),
    )
  })
})

describe('a workbook is refused', () => {
  const shared = shareSite()
  const damaged =
    'This is not a complete Excel workbook (.xlsx). Get the file again, or save it as CSV'
  const sheet = (xml: string) => workbookFile([], { parts: { 'xl/worksheets/sheet1.xml': xml } })
  const old = Buffer.concat([Buffer.from('d0cf11e0a1b11ae1', 'hex'), Buffer.alloc(600)])

  test.each<[string, string, string | Uint8Array, string]>([
    [
      'that is an old one',
      'a.xls',
      old,
      'This is an old Excel workbook (.xls), or has a password. Save it as .xlsx without a password, or as CSV',
    ],
    [
      'that is a page',
      'a.xls',
      '<html><table/></html>',
      'This spreadsheet is not an Excel workbook (.xlsx). Save it as .xlsx or CSV',
    ],
    ['that is a CSV', 'a.xlsx', 'a,b\n1,2\n', damaged],
    ['that is empty', 'a.xlsx', '', damaged],
    ['without relations', 'a.xlsx', zipFile({ 'xl/workbook.xml': '<workbook/>' }), damaged],
    ['with a damaged sheet', 'a.xlsx', sheet('<worksheet><sheetData><row>'), damaged],
    [
      'with elements within each other without end',
      'a.xlsx',
      sheet(`${'<a>'.repeat(101)}${'</a>'.repeat(101)}`),
      damaged,
    ],
    [
      'with entities',
      'a.xlsx',
      sheet('<!DOCTYPE x [<!ENTITY a "aaaa">]><worksheet>&a;</worksheet>'),
      damaged,
    ],
    [
      'with a text that is missing',
      'a.xlsx',
      workbookFile([[{ attributes: 't="s"', xml: '<v>7</v>' }]]),
      damaged,
    ],
    [
      'with rows in disorder',
      'a.xlsx',
      sheet('<worksheet><row r="2"/><row r="1"/></worksheet>'),
      damaged,
    ],
    [
      'with more rows than sheets have',
      'a.xlsx',
      sheet('<worksheet><row r="9999999"/></worksheet>'),
      damaged,
    ],
    ['without cells', 'a.xlsx', workbookFile([]), 'The file is empty'],
  ])('%s', async (_what, name, content, message) => {
    const site = shared()
    const file = await site.file(name, content)
    const refusal = await refusedUnchanged(site, () => site.importStats([file]))
    expect(refusal).toMatchObject({ message: `${name}: ${message}`, details: [] })
  })

  test('for bad cells, which are named by the rows of the sheet', async () => {
    const site = shared()
    const rows = [
      columns,
      [],
      cells({ impressions: { xml: '<f>A1*2</f><v></v>' } }),
      [],
      cells({
        date: numberCell('46082.5', 2),
        revenue: { attributes: 't="e"', xml: '<v>#DIV/0!</v>' },
      }),
      cells({ date: numberCell('46082') }),
    ]
    const file = await site.file('a.xlsx', workbookFile(rows))
    const refusal = await refusedUnchanged(site, () => site.importStats([file]))
    expect(placesOf(refusal)).toEqual([
      'a.xlsx:3: impressions: "=A1*2"',
      'a.xlsx:5: date: "2026-03-01T12:00:00"',
      'a.xlsx:5: revenue: "#DIV/0!"',
      'a.xlsx:6: date: "46082"',
    ])
  })
})
