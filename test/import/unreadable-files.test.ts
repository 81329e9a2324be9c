import { mkdir, readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { GivenFile, InputFormat } from '../../src/sources/readers/input-file.ts'
import { importApps } from '../../src/use-cases/import-apps.ts'
import {
  csv,
  header,
  type ImportSite,
  refusalOf,
  refusedUnchanged,
  shareSite,
} from './import-site.ts'

const rows = Array.from(
  { length: 500 },
  (_, index) => `2026-03-01,zap-ios,ownnet,f${index},US,${index * 7919},${index * 0.25}`,
)
const good = csv(rows)
const packed = gzipSync(good)

/** One byte in the middle of the compressed data is changed. */
function damaged(): Buffer {
  const bytes = Buffer.from(packed)
  bytes[Math.floor(bytes.length / 2)]! ^= 0xff
  return bytes
}

const unreadable: [what: string, name: string, content: string | Uint8Array, expected: RegExp][] = [
  ['an empty CSV', 'a.csv', '', /empty/],
  ['an empty NDJSON', 'a.ndjson', '', /empty/],
  ['an empty Parquet', 'a.parquet', '', /empty/],
  ['an empty gzip', 'a.csv.gz', gzipSync(''), /empty/],
  ['a CSV of blank lines', 'a.csv', '\n\r\n  \n', /empty/],
  ['only a byte order mark', 'a.csv', '\uFEFF', /empty|no rows/],
  ['only a header', 'a.csv', `${header}\n`, /no rows/],
  ['only a header without a newline', 'a.csv', header, /no rows/],
  ['a header and blank lines', 'a.csv', `${header}\n\n\n`, /no rows/],
  ['only a gzipped header', 'a.csv.gz', gzipSync(`${header}\n`), /no rows/],
  ['a truncated gzip', 'a.csv.gz', packed.subarray(0, -9), /gzip/],
  ['a gzip cut in the middle', 'a.csv.gz', packed.subarray(0, packed.length / 2), /gzip/],
  ['a gzip cut in its header', 'a.csv.gz', packed.subarray(0, 6), /gzip/],
  ['a damaged gzip', 'a.csv.gz', damaged(), /gzip/],
  ['UTF-16 without a byte order mark', 'a.csv', Buffer.from(good, 'utf16le'), /UTF-8/],
  [
    'Latin-1, naming the line',
    'a.csv',
    Buffer.from(csv(['x', 'y', 'Müller']), 'latin1'),
    /^a\.csv:4: .*UTF-8/,
  ],
  ['a NUL byte', 'a.csv', csv(['2026-03-01,zap-ios,own\0net,video,US,1,1']), /^a\.csv:2: /],
  ['a CSV named .parquet', 'a.parquet', good, /Parquet/],
  ['Parquet markers around garbage', 'a.parquet', `PAR1${'x'.repeat(40)}PAR1`, /Parquet/],
  ['a Parquet of a few bytes', 'a.parquet', 'PAR1', /Parquet/],
]

const shared = shareSite()

describe('one clear line and no change for', () => {
  test.each(unreadable)('%s', async (_what, name, content, expected) => {
    const site = shared()
    const file = await site.file(name, content)
    await refusedInOneLine(site, file, expected)
  })

  test('a missing file', async () => {
    const site = shared()
    const file = { name: 'gone.csv', path: join(site.root, 'gone.csv') }
    await refusedInOneLine(site, file, /no such file/)
  })

  test('a directory', async () => {
    const site = shared()
    const path = join(site.root, 'folder.csv')
    await mkdir(path)
    await refusedInOneLine(site, { name: 'folder.csv', path }, /folder/)
  })

  test.each<[string, (bytes: Buffer) => Buffer]>([
    ['that is truncated', (bytes) => bytes.subarray(0, -100)],
    // The pages come first; the metadata in the last kilobytes is intact.
    ['with damaged pages', (bytes) => bytes.fill(0xff, 4, 2_000)],
    [
      'whose metadata is not UTF-8',
      (bytes) => {
        // The name of the writer is in the metadata at the end.
        bytes.set([0xc3, 0x28], bytes.lastIndexOf('DuckDB version'))
        return bytes
      },
    ],
  ])('a Parquet %s', async (_what, damage) => {
    const site = shared()
    const whole = await site.parquet('a.parquet', parquetQuery)
    const file = await site.file('a.parquet', damage(await readFile(whole.path)))
    await refusedInOneLine(site, file, /Parquet/)
  })

  test('a Parquet without rows', async () => {
    const site = shared()
    const file = await site.parquet('a.parquet', `${parquetQuery} LIMIT 0`)
    await refusedInOneLine(site, file, /no rows/)
  })

  test('the second of two files', async () => {
    const site = shared()
    const files = [await site.file('a.csv', good), await site.file('b.csv', `${header}\n`)]
    const refusal = await refusedUnchanged(site, () => site.importStats(files))
    expect(refusal.message).toMatch(/^b\.csv: .*no rows/)
  })

  test.each<[InputFormat, string | Buffer]>([
    ['parquet', good],
    ['ndjson', good],
    ['csv', '{"date":"2026-03-01"}'],
  ])('a file that is not %s, contrary to its input format', async (inputFormat, content) => {
    const site = shared()
    const file = await site.file('figures', content)
    await refusedUnchanged(site, () => site.importStats([file], { inputFormat }))
  })
})

test.each([
  ['only a header', 'a.csv', 'app_id,publisher,app_name,platform\n', /no rows/],
  ['a truncated gzip', 'a.csv.gz', packed.subarray(0, -9), /gzip/],
])('an unreadable file of apps is refused too: %s', async (_what, name, content, expected) => {
  const site = shared()
  const before = await site.applications()
  const files = [await site.file(name, content)]
  expect((await refusalOf(site.call(importApps, {}, { files }))).message).toMatch(expected)
  expect(await site.applications()).toEqual(before)
})

const parquetQuery = `SELECT '2026-03-01' AS date, 'zap-ios' AS app_id, 'ownnet' AS network,
  'f' || i AS format, 'US' AS country, i * 7919 AS impressions, i AS revenue
  FROM range(20000) AS t(i)`

async function refusedInOneLine(
  site: ImportSite,
  file: GivenFile,
  expected: RegExp,
): Promise<void> {
  const { message, details } = await refusedUnchanged(site, () => site.importStats([file]))
  expect(message).toMatch(expected)
  expect(message).toContain(file.name)
  expect(message).not.toContain('\n')
  expect(details).toEqual([])
}
