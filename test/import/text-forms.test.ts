import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { header, openSite, placesOf, refusedUnchanged, shareSite } from './import-site.ts'

const us = '2026-03-01,zap-ios,ownnet,video,US,100,1.5'
const de = '2026-03-01,zap-ios,ownnet,video,DE,50,0.25'
const utf16 = (text: string) => Buffer.from(`\uFEFF${text}`, 'utf16le')
const text = `${header}\n${us}\n${de}\n`
const json = (country: string, figures: string) =>
  `{"date":"2026-03-01","app_id":"zap-ios","network":"ownnet","format":"video","country":"${country}",${figures}}`
const [a, b] = [
  json('US', '"impressions":100,"revenue":1.5'),
  json('DE', '"impressions":50,"revenue":0.25'),
]

describe('a file is read', () => {
  // Each test imports the same figures again.
  const shared = shareSite()

  test.each<[string, string | Uint8Array, name?: string]>([
    ['with a byte order mark', `\uFEFF${text}`],
    ['with a byte order mark before a quoted header', `\uFEFF"date"${text.slice(4)}`],
    ['with CRLF line ends', text.replaceAll('\n', '\r\n')],
    ['with a byte order mark and CRLF', `\uFEFF${text.replaceAll('\n', '\r\n')}`],
    ['without a final newline', text.trimEnd()],
    ['with blank lines between rows and at its end', `${header}\n\n${us}\n\n\n${de}\n\n\n`],
    ['with blank lines and CRLF', `${header}\r\n\r\n${us}\r\n\r\n${de}\r\n\r\n`],
    ['with CRLF after some rows only', `${header}\n${us}\r\n${de}\n`],
    ['with CRLF after the header only', `${header}\r\n${us}\n${de}\n`],
    ['with blank lines before the header', `\n\n${text}`],
    ['with every cell quoted', quoted(text)],
    ['with quoted cells and CRLF', quoted(text.replaceAll('\n', '\r\n'))],
    ['in UTF-16', utf16(text)],
    ['in big-endian UTF-16', utf16(text).swap16()],
    ['in gzipped UTF-16', gzipSync(utf16(text)), 'a.csv.gz'],
    ['as NDJSON with a byte order mark', `\uFEFF${a}\n${b}\n`, 'a.ndjson'],
    ['as NDJSON with CRLF line ends', `${a}\r\n${b}\r\n`, 'a.ndjson'],
    ['as NDJSON without a final newline', `${a}\n${b}`, 'a.ndjson'],
    ['as NDJSON with blank lines', `\n${a}\n\n  \n${b}\n\n`, 'a.ndjson'],
    [
      'as NDJSON with spaces around members',
      `${a.replaceAll(',', ' , ').replaceAll(':', ' : ')}\n${b}\n`,
      'a.ndjson',
    ],
    [
      'as NDJSON with a line separator (U+2028) inside a text, which JSON allows',
      `${a.slice(0, -1)},"ad_tag":"one\u2028two"}\n${b}\n`,
      'a.ndjson',
    ],
  ])('%s', async (_form, content, name = 'a.csv') => {
    const site = shared()
    const summary = await site.importStats([await site.file(name, content)])
    expect(summary).toMatchObject({ rows: 2, impressions: '150', revenue: { USD: '1.75' } })
    expect(await site.figures()).toEqual([
      '2026-03-01 zap-ios ownnet video DE 50 0 0 250000',
      '2026-03-01 zap-ios ownnet video US 100 0 0 1500000',
    ])
  })

  test('with commas, quotes and letters of any script in an ad tag', async () => {
    const site = await openSite()
    const tags = ['a,b', 'say ""hi""', 'Menü 菜单 🎮', 'NULL', "it's", ' spaced ']
    const summary = await site.importLines(
      tags.map((tag) => `${us},"${tag}"`),
      { columns: `${header},ad_tag` },
    )
    // Six different tags: six rows of 100 impressions and 1.5 dollars each.
    expect(summary).toMatchObject({ rows: 6, impressions: '600', revenue: { USD: '9' } })
  })

  test.each(['', 'x'])(
    'with a two-byte letter across the border of two chunks, shifted by %j',
    async (shift) => {
      const site = await openSite()
      // 2,200 rows of about 550 bytes each: the first MiB ends within a run of two-byte letters.
      const lines = Array.from({ length: 2_200 }, (_, index) => {
        const day = new Date(Date.UTC(2018, 0, 1 + index)).toISOString().slice(0, 10)
        return `${day},zap-ios,ownnet,video,US,100,1.5,${index === 0 ? shift : ''}${'é'.repeat(250)}`
      })
      const summary = await site.importLines(lines, { columns: `${header},ad_tag` })
      expect(summary).toMatchObject({
        rows: 2_200,
        impressions: '220000',
        revenue: { USD: '3300' },
      })
    },
  )
})

describe('the line of a bad cell is right', () => {
  const shared = shareSite()
  const bad = '2026-03-02,zap-ios,ownnet,video,US,-7,1'

  test.each([
    ['after blank lines', 'a.csv', `${header}\n\n\n${us}\n\n${bad}\n`, 6],
    ['after blank lines with CRLF', 'a.csv', `\r\n${header}\r\n\r\n${us}\r\n\r\n${bad}\r\n`, 6],
    ['with a byte order mark', 'a.csv', `\uFEFF${header}\n${us}\n${bad}`, 3],
    ['in NDJSON after blank lines', 'a.ndjson', `\n\n${a.replace('100', '-7')}\n`, 3],
  ])('%s', async (_form, name, text, line) => {
    const site = shared()
    const file = await site.file(name, text)
    const refusal = await refusedUnchanged(site, () => site.importStats([file]))
    expect(placesOf(refusal)).toEqual([`${name}:${line}: impressions: "-7"`])
  })

  test.each([
    ['line feeds in a file of CRLF', '\r\n', 'one\ntwo\n\nthree'],
    ['CRLF in a file of line feeds', '\n', 'one\r\ntwo\r\n\r\nthree'],
  ])('after a quoted cell with %s', async (_form, end, cell) => {
    const site = shared()
    // The quoted cell spans lines 2 to 5; the next row is on line 6.
    const text = [`${header},ad_tag`, `${us},"${cell}"`, `${bad},x`, ''].join(end)
    const file = await site.file('figures.csv', text)
    const refusal = await refusedUnchanged(site, () => site.importStats([file]))
    expect(placesOf(refusal)).toEqual([
      `figures.csv:2: ad_tag: ${JSON.stringify(cell)}`,
      'figures.csv:6: impressions: "-7"',
    ])
  })

  test('late in a long file', async () => {
    const site = shared()
    const lines = Array.from({ length: 3_000 }, (_, index) => `${us},tag ${index}`)
    lines[2_499] = `${bad},x`
    const refusal = await refusedUnchanged(site, () =>
      site.importLines(lines, { columns: `${header},ad_tag` }),
    )
    // The header is line 1, so the row at index 2,499 is on line 2,501.
    expect(placesOf(refusal)).toEqual(['figures.csv:2501: impressions: "-7"'])
  })
})

function quoted(text: string): string {
  return text.replace(/[^,\r\n]+/g, '"$&"')
}
