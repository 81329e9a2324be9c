import { writeFile } from 'node:fs/promises'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { defaultImportLimits, type ImportLimits } from '../../src/sources/import-limits.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import { importCommunity } from '../../src/use-cases/import-community.ts'
import { importFigures } from '../../src/use-cases/import-figures.ts'
import { CancelledError } from '../../src/values/cancelled-error.ts'
import { workbookFile } from '../fixtures/workbook-file.ts'
import { zipFile } from '../fixtures/zip-file.ts'
import {
  csv,
  header,
  type ImportSite,
  openSite,
  refusalOf,
  refusedUnchanged,
} from './import-site.ts'

async function openLimited(limits: Partial<ImportLimits>): Promise<ImportSite> {
  const site = await openSite()
  await site.close()
  site.directory = { ...site.directory, importLimits: { ...defaultImportLimits, ...limits } }
  await site.open()
  return site
}

const line = '2026-03-01,zap-ios,ownnet,video,US,1,1'
const mebibytes = (count: number) => count * 1024 ** 2

/** Parts of a workbook, whose outer elements are still open. */
const sheet = (xml: string) => ({ 'xl/worksheets/sheet1.xml': `<worksheet>${xml}` })
const texts = (xml: string) => ({ 'xl/sharedStrings.xml': `<sst>${xml}` })
const styles = (xml: string) => ({ 'xl/styles.xml': `<styleSheet>${xml}</styleSheet>` })
const relations = (xml: string) => ({
  'xl/_rels/workbook.xml.rels': `<Relationships>${xml}</Relationships>`,
})

/** Every kind of import has the limits of reading. */
async function refusedEverywhere(site: ImportSite, name: string, content: string | Uint8Array) {
  const files = [await site.file(name, content)]
  const figures = await refusedUnchanged(site, () => site.importStats(files))
  const apps = await refusalOf(site.call(importApps, {}, { files }))
  const users = await refusalOf(site.call(importCommunity, { kind: 'users' }, { files }))
  expect([apps.facts, users.facts]).toEqual([figures.facts, figures.facts])
  return figures
}

describe('a file is refused that', () => {
  test('unpacks to more than the limit, wherever it is imported', async () => {
    const site = await openLimited({ unpackedBytes: 1_000 })
    const file = gzipSync(csv(Array.from({ length: 50 }, () => line)))
    const { facts, message } = await refusedEverywhere(site, 'a.csv.gz', file)
    expect(facts).toEqual({ file: 'a.csv.gz', line: null, limit: 'unpackedBytes', maximum: 1_000 })
    expect(message).toBe(
      'a.csv.gz: The file unpacks to more than 1,000 bytes. Split it, or set `ADTALLY_IMPORT_MAX_UNPACKED_BYTES` higher',
    )
  })

  test('unpacks to hundreds of times its size', async () => {
    const site = await openSite()
    const file = gzipSync(Buffer.alloc(mebibytes(40), ' '))
    const { facts } = await refusedEverywhere(site, 'a.json.gz', file)
    expect(facts).toMatchObject({ limit: 'unpackRatio', maximum: 200 })
  })

  test.each([
    ['a zip archive', 'a.zip', zipFile({ 'a.csv': Buffer.alloc(mebibytes(40), ' ') })],
    [
      'an archive in gzip',
      'a.zip.gz',
      gzipSync(zipFile({ 'a.csv': Buffer.alloc(mebibytes(40), ' ') })),
    ],
    [
      'a sheet',
      'a.xlsx',
      workbookFile([], { parts: sheet('<x></x>'.repeat(Math.ceil(mebibytes(40) / 7))) }),
    ],
    [
      'a sheet with one text everywhere',
      'a.xlsx',
      workbookFile([], {
        parts: {
          ...texts(`<si><t>${'x'.repeat(1_000_000)}</t></si></sst>`),
          ...sheet(`${'<row><c t="s"><v>0</v></c></row>'.repeat(40)}</worksheet>`),
        },
      }),
    ],
    [
      'the texts of a workbook',
      'a.xlsx',
      workbookFile([], { parts: texts(`${'<si></si>'.repeat(mebibytes(40) / 9)}</sst>`) }),
    ],
  ])('is %s that unpacks to hundreds of times its size', async (_what, name, content) => {
    const site = await openSite()
    const { facts } = await refusedEverywhere(site, name, content)
    expect(facts).toMatchObject({ file: name, limit: 'unpackRatio', maximum: 200 })
  })

  const fewTexts = { workbookTextBytes: 1_000 }
  const shortLines = { lineBytes: 1_000 }
  const inline = '<t>xxxxxxxxxx</t>'.repeat(101)
  test.each<[string, Partial<ImportLimits>, Record<string, string>, keyof ImportLimits]>([
    ['texts', fewTexts, texts(`${'<si/>'.repeat(1_000)}</sst>`), 'workbookTextBytes'],
    ['styles', fewTexts, styles(`<cellXfs>${'<xf/>'.repeat(126)}</cellXfs>`), 'workbookTextBytes'],
    ['formats', fewTexts, styles('<numFmt numFmtId="164"/>'.repeat(8)), 'workbookTextBytes'],
    ['relations', fewTexts, relations('<Relationship Id="a"/>'.repeat(8)), 'workbookTextBytes'],
    ['columns in a sheet', {}, sheet('<row><c r="XFD1"><v>1</v></c></row></worksheet>'), 'columns'],
    [
      'characters in a text',
      {},
      texts(`<si><t>${'x'.repeat(mebibytes(2))}</t></si></sst>`),
      'lineBytes',
    ],
    [
      'characters in a text that is in many elements',
      shortLines,
      texts(`<si>${'<r><t>xxxxxxxxxx</t></r>'.repeat(101)}<unclosed>`),
      'lineBytes',
    ],
    [
      'characters in a cell',
      shortLines,
      sheet(`<row><c t="inlineStr">${inline}<unclosed>`),
      'lineBytes',
    ],
    [
      'characters in a row',
      shortLines,
      sheet(`<row>${`<c t="str"><v>${'x'.repeat(10)}</v></c>`.repeat(101)}<unclosed>`),
      'lineBytes',
    ],
    [
      'characters in a row that refers to one text',
      shortLines,
      {
        ...texts(`<si><t>${'x'.repeat(500)}</t></si></sst>`),
        ...sheet(`<row>${'<c t="s"><v>0</v></c>'.repeat(3)}<unclosed>`),
      },
      'lineBytes',
    ],
    [
      'characters in a sheet that a small file makes',
      { unpackedBytes: 50_000 },
      sheet(`${'<row><c r="ALA1"><v>1</v></c></row>'.repeat(100)}</worksheet>`),
      'unpackedBytes',
    ],
  ])('is a workbook with too many %s', async (_what, limits, parts, limit) => {
    const site = await openLimited(limits)
    const { facts } = await refusedEverywhere(site, 'a.xlsx', workbookFile([], { parts }))
    expect(facts).toMatchObject({ file: 'a.xlsx', limit })
  })

  test('is an archive of thousands of files', async () => {
    const site = await openSite()
    const names = Array.from({ length: 10_001 }, (_, index) => [`${index}.csv`, ''])
    const { facts } = await refusedEverywhere(site, 'a.zip', zipFile(Object.fromEntries(names)))
    expect(facts).toEqual({ file: 'a.zip', fault: 'entries' })
  })

  test.each(['a.csv', 'a.ndjson'])('is one long line: %s', async (name) => {
    const site = await openSite()
    const text = `${name === 'a.csv' ? `${header}\n` : ''}${'x'.repeat(mebibytes(20))}`
    const { facts, message } = await refusedUnchanged(site, async () =>
      site.importStats([await site.file(name, text)]),
    )
    expect(facts).toMatchObject({ limit: 'lineBytes', maximum: mebibytes(1) })
    expect(message).toMatch(name === 'a.csv' ? /^a\.csv:\d: A row is longer/ : /^a\.ndjson:1: /)
  })

  test.each([
    ['a.csv', csv([line, line.replace('zap-ios', 'x'.repeat(200_000))]), 3],
    ['a.ndjson', `{"date":"${'x'.repeat(200_000)}"}`, 1],
  ])('has a long cell: %s', async (name, text, at) => {
    const site = await openSite()
    const { facts } = await refusedUnchanged(site, async () =>
      site.importStats([await site.file(name, text)]),
    )
    expect(facts).toMatchObject({ file: name, line: at, limit: 'cellCharacters' })
  })

  test.each<[string, Record<string, string>, number, keyof ImportLimits]>([
    ['has a long cell in', { app_id: "repeat('x', 200000)" }, 1, 'cellCharacters'],
    ['states billions of rows in', {}, 1_000_001, 'rows'],
    ['repeats short values in', {}, 2_000_000, 'unpackRatio'],
    ['repeats one long value in', { format: "repeat('x', 60000)" }, 5_000, 'unpackRatio'],
  ])('%s a small Parquet', async (_what, changed, rows, limit) => {
    const site = limit === 'rows' ? await openLimited({ rows: 1_000_000 }) : await openSite()
    const { app_id, format } = { app_id: "'zap-ios'", format: "'f'", ...changed }
    const file = await site.parquet(
      'a.parquet',
      `SELECT '2026-03-01' AS date, ${app_id} AS app_id, 'n' AS network, ${format} AS format,
        'US' AS country, 1 AS impressions, '1' AS revenue FROM range(${rows})`,
    )
    const { facts } = await refusedUnchanged(site, () => site.importStats([file]))
    expect(facts).toMatchObject({ file: 'a.parquet', limit })
  })

  test('has more rows than the limit, as a table and as an answer', async () => {
    const site = await openLimited({ rows: 2 })
    const lines = ['DE', 'FR', 'US'].map((country) => line.replace('US', country))
    const { facts } = await refusedUnchanged(site, () => site.importLines(lines))
    expect(facts).toMatchObject({ file: 'figures.csv', limit: 'rows', maximum: 2 })
    expect(await site.importLines(lines.slice(1))).toMatchObject({ rows: 2 })
  })

  test('has a header of half a million columns', async () => {
    const site = await openSite()
    const { facts } = await refusedEverywhere(site, 'a.csv', `${'a,'.repeat(500_000)}\n`)
    expect(facts).toMatchObject({ file: 'a.csv', line: 1, limit: 'columns' })
  })

  test.each([
    ['is a large JSON document', `[${'1,'.repeat(mebibytes(17))}1]`, 'jsonBytes'],
    ['is a deeply nested JSON document', '['.repeat(1_000_000), 'jsonDepth'],
    ['is a deeply nested, whole JSON document', `${'['.repeat(65)}${']'.repeat(65)}`, 'jsonDepth'],
    [
      'is a JSON document with an object of 2.9 million members',
      `{"results":[{"a":1${',"":1'.repeat(2_900_000)}}]}`,
      'jsonMembers',
    ],
  ])('%s', async (_what, text, limit) => {
    const site = await openSite()
    const { facts } = await refusedUnchanged(site, async () =>
      site.importStats([await site.file('a.json', text)]),
    )
    expect(facts).toMatchObject({ file: 'a.json', limit })
  })

  test('names more apps than the limit', async () => {
    const site = await openLimited({ apps: 1 })
    const apps = 'app_id,publisher,app_name,platform\na,studio,A,ios\nb,studio,B,ios\n'
    expect((await refusalOf(site.importApps(apps))).facts).toMatchObject({ limit: 'apps' })
  })
})

test('a long line that is not UTF-8 is found in one pass, and a NUL is called a NUL', async () => {
  const site = await openSite()
  const long = Buffer.concat([
    Buffer.from(`${header}\n`),
    Buffer.alloc(mebibytes(40), 'x'),
    Buffer.from([0xff]),
  ])
  expect(await refusedEverywhere(site, 'a.csv', long)).toMatchObject({
    code: 'text_not_utf8',
    facts: { line: 2 },
  })
  const nul = `${header}\n${line}\n2026-03-01,zap\0,ownnet,video,US,1,1\n`
  expect(await refusedEverywhere(site, 'a.csv', nul)).toMatchObject({
    code: 'text_has_nul',
    facts: { line: 3 },
    message: 'a.csv:3: The text has a NUL byte. Save the file as UTF-8 without NUL bytes',
  })
})

/** Turns that others got while the work ran. */
async function turnsDuring(work: Promise<unknown>): Promise<number> {
  let turns = 0
  let isOver = false
  const ended = work
    .catch(() => undefined)
    .finally(() => {
      isOver = true
    })
  while (!isOver) {
    await new Promise((resolve) => setImmediate(resolve))
    turns++
  }
  await ended
  return turns
}

test('a large JSON answer is read while others get their turns', async () => {
  const site = await openSite()
  const rows = Array.from({ length: 60_000 }, (_, index) => ({
    day: '2026-03-01',
    application: `App ${index % 10}`,
    package_name: 'com.example.zap',
    platform: 'ios',
    network: 'ADMOB',
    country: 'us',
    ad_format: 'BANNER',
    impressions: '1',
    estimated_revenue: '0.000001',
  }))
  const file = await site.file('a.json', JSON.stringify({ code: 200, results: rows }))
  const work = site.importStats([file], { source: 'applovin-max' })
  // 13 MB are parsed in parts of a quarter of one, and rows are staged by 2,048.
  expect(await turnsDuring(work)).toBeGreaterThan(60)
  expect(await work).toMatchObject({ impressions: '60000', revenue: { USD: '0.06' } })
})

describe('an import is cancelled', () => {
  const lines = Array.from({ length: 20_000 }, (_, index) =>
    line.replace('video', `v${index % 500}`),
  )

  test.each(['reading', 'checking', 'writing'] as const)('while it is %s', async (phase) => {
    const site = await openSite()
    const before = await site.figures()
    const caller = new AbortController()
    const unique = lines.slice(0, 500)
    const files = [await site.file('a.csv', csv(unique))]
    const work = site.call(
      importFigures,
      {},
      {
        files,
        signal: caller.signal,
        onProgress: (progress) => {
          if (progress.phase === phase) caller.abort(new CancelledError('gone'))
        },
      },
    )
    await expect(work).rejects.toBeInstanceOf(CancelledError)
    expect(await site.figures()).toEqual(before)
    expect(await site.importStats(files)).toMatchObject({ import: 1, rows: 500 })
  })

  test('with all others when the process ends, those of records too', async () => {
    const site = await openSite()
    const files = [await site.file('a.csv', csv(lines.slice(0, 500)))]
    site.installation.cancelImports()
    await expect(site.importStats(files)).rejects.toBeInstanceOf(CancelledError)
    const users = await site.file('u.csv', 'id,username\nu1,otter\n')
    const work = site.call(importCommunity, { kind: 'users' }, { files: [users] })
    await expect(work).rejects.toBeInstanceOf(CancelledError)
  })

  test('by its deadline, which it names', async () => {
    const site = await openLimited({ minutes: 0.000_001 })
    const path = (await site.file('a.csv', '')).path
    await writeFile(path, csv(lines))
    const { code, message } = await refusalOf(site.importStats([{ name: 'a.csv', path }]))
    expect(code).toBe('import_out_of_time')
    expect(message).toContain('`ADTALLY_IMPORT_MAX_MINUTES`')
    expect(await site.figures()).toEqual([])
  })
})
