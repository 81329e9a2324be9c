import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { zipFile } from '../fixtures/zip-file.ts'
import { csv, header, openSite, refusalOf, refusedUnchanged, shareSite } from './import-site.ts'
import { inmobiReport } from './network-reports.ts'

const line = '2026-03-01,zap-ios,ownnet,video,US,100,1.5'
const row = '2026-03-01 zap-ios ownnet video US 100 0 0 1500000'
const ndjson =
  '{"date":"2026-03-01","app_id":"zap-ios","network":"ownnet","format":"video","country":"US","impressions":100,"revenue":1.5}\n'

describe('a zip archive with one file is read', () => {
  test.each([
    ['of CSV', 'march.zip', zipFile({ 'march.csv': csv([line]) })],
    ['that is not deflated', 'march.zip', zipFile({ 'a.csv': csv([line]) }, { isStored: true })],
    ['of NDJSON in a folder', 'march.zip', zipFile({ 'out/': '', 'out/a.ndjson': ndjson })],
    ['of gzip', 'march.csv.zip', zipFile({ 'march.csv.gz': gzipSync(csv([line])) })],
    ['in gzip', 'march.zip.gz', gzipSync(zipFile({ 'march.csv': csv([line]) }))],
    ['whose name is of a CSV', 'march.csv', zipFile({ 'märz.csv': csv([line]) })],
    [
      'with what a Mac adds',
      'march.zip',
      zipFile({ 'a.csv': csv([line]), '__MACOSX/._a.csv': 'x', '.DS_Store': 'x' }),
    ],
    ['without an extension', 'march', zipFile({ march: csv([line]) })],
  ])('%s', async (_what, name, bytes) => {
    const site = await openSite()
    expect(await site.importStats([await site.file(name, bytes)])).toMatchObject({ files: [name] })
    expect(await site.figures()).toEqual([row])
  })

  test("of a network's report, and of apps", async () => {
    const site = await openSite()
    const report = await site.file('report.zip', zipFile({ 'report.csv': inmobiReport([{}]) }))
    expect(await site.importStats([report])).toMatchObject({ source: 'inmobi' })
    const apps = 'app_id,publisher,app_name,platform\nnew,studio,New,ios\n'
    const files = [await site.file('apps.zip', zipFile({ 'apps.csv': apps }))]
    expect(await site.call(importApps, {}, { files })).toMatchObject({ added: 1 })
  })
})

describe('a zip archive is refused', () => {
  const shared = shareSite()
  const good = zipFile({ 'a.csv': csv([line]) })
  const flipped = Buffer.from(good)
  flipped[40]! ^= 0xff

  test.each([
    [
      'with several files',
      zipFile({ 'a.csv': csv([line]), 'b.csv': csv([line]) }),
      'march.zip: The zip archive contains 2 files: a.csv and b.csv. Unpack it, and import the files',
    ],
    ['without files', zipFile({}), 'march.zip: The zip archive contains no file'],
    [
      'with a password',
      zipFile({ 'a.csv': csv([line]) }, { isEncrypted: true }),
      'march.zip: The zip archive has a password. Unpack it, and import the file in it',
    ],
    ['that is cut off', good.subarray(0, -30), /^march\.zip: The zip archive is damaged/],
    ['that is damaged', flipped, /^march\.zip: The zip archive is damaged/],
    [
      'whose checksum is wrong',
      zipFile({ 'a.csv': csv([line]) }, { checksum: 1 }),
      /^march\.zip: The zip archive is damaged/,
    ],
    [
      'whose file is longer than it states',
      zipFile({ 'a.csv': csv([line]) }, { size: 3 }),
      /^march\.zip: The zip archive is damaged/,
    ],
    ['that is something else', 'a,b\n1,2\n', /^march\.zip: The zip archive is damaged/],
    [
      'in archives',
      zipFile({ 'c.zip': zipFile({ 'b.zip': zipFile({ 'a.csv': csv([line]) }) }) }),
      'march.zip: The file is packed several times. Unpack it, and import the file in it',
    ],
    [
      'with a file of no known format',
      zipFile({ 'a.pdf': 'x' }),
      /^a\.pdf: The name does not end in a known format/,
    ],
  ])('%s', async (_what, bytes, expected) => {
    const site = shared()
    const file = await site.file('march.zip', bytes)
    const { message, details } = await refusedUnchanged(site, () => site.importStats([file]))
    expect({ message, details }).toEqual({
      message: typeof expected === 'string' ? expected : expect.stringMatching(expected),
      details: [],
    })
  })

  test('as a document that is not an Excel workbook', async () => {
    const site = shared()
    const advice = 'This spreadsheet is not an Excel workbook (.xlsx). Save it as .xlsx or CSV'
    for (const [name, parts] of [
      ['march.ods', { mimetype: 'x', 'content.xml': '<x/>' }],
      ['march.xlsb', { '[Content_Types].xml': '<x/>', 'xl/workbook.bin': 'x' }],
    ] as const) {
      const file = await site.file(name, zipFile(parts))
      expect((await refusalOf(site.importStats([file]))).message).toBe(`${name}: ${advice}`)
    }
  })
})

describe('a CSV of the own format has', () => {
  test.each([
    ['semicolons', ';'],
    ['tabs', '\t'],
  ])('%s between its cells, however large it is', async (_name, delimiter) => {
    const site = await openSite()
    const others = Array.from(
      { length: 1_500 },
      (_, index) => `2026-02-0${1 + (index % 3)},zap-ios,ownnet,f${index % 500},DE,${index},0.25`,
    )
    const small = csv([line]).replaceAll(',', delimiter)
    await site.importStats([await site.file('small.csv', small)])
    expect(await site.figures()).toEqual([row])
    const large = csv([line, ...others]).replaceAll(',', delimiter)
    const summary = await site.importStats([await site.file('large.csv', large)])
    expect(summary).toMatchObject({ rows: 1_501, revenue: { USD: '376.5' } })
  })

  test('no decimal commas, which nobody guesses', async () => {
    const site = await openSite()
    const text = `${header}\n${line.replace('1.5', '1|5')}\n`.replaceAll(',', ';')
    const file = await site.file('a.csv', text.replace('|', ','))
    const { details } = await refusedUnchanged(site, () => site.importStats([file]))
    expect(details).toEqual([expect.stringMatching(/^a\.csv:2: revenue: "1,5".* such as 12\.5/)])
  })

  test('semicolons for apps too', async () => {
    const site = await openSite()
    const apps = 'app_id;publisher;app_name;platform\nnew;studio;"Hop; Skip";ios\n'
    expect(await site.importApps(apps)).toMatchObject({ added: 1 })
    expect(await site.applications()).toContainEqual(
      expect.objectContaining({ app_id: 'new', app_name: 'Hop; Skip' }),
    )
  })
})
