import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { sources } from '../../../src/sources/all-sources.ts'
import type { FiguresRequest } from '../../../src/use-cases/import-figures.ts'
import { workbookFile } from '../../fixtures/workbook-file.ts'
import { zipFile } from '../../fixtures/zip-file.ts'
import { csv, type ImportSite } from '../../import/import-site.ts'
import { fixturesOf } from '../../sources/fixtures.ts'

/** A file that can be imported. */
export interface GoodFile {
  readonly name: string
  readonly bytes: Uint8Array
  readonly request: FiguresRequest
}

const rows = Array.from({ length: 12 }, (_, nth) => ({
  date: `2026-03-0${1 + (nth % 3)}`,
  app_id: ['zap-ios', 'zap-android', 'brick'][nth % 3]!,
  network: nth % 2 ? 'ownnet' : 'admob',
  format: 'video',
  country: ['US', 'DE', 'FR', 'JP'][nth % 4]!,
  impressions: 1_000 + nth,
  clicks: nth,
  revenue: `${nth}.25`,
}))

/** Adtally's own format in every form, and each network's reports. */
export async function goodFiles(site: ImportSite): Promise<GoodFile[]> {
  const columns = Object.keys(rows[0]!)
  const text = csv(
    rows.map((row) => Object.values(row).join(',')),
    columns.join(','),
  )
  const lines = rows.map((row) => `${JSON.stringify(row)}\n`).join('')
  const { path } = await site.file('rows.ndjson', lines)
  const { path: parquet } = await site.parquet(
    'rows.parquet',
    `SELECT * REPLACE (CAST(date AS DATE) AS date, CAST(revenue AS DECIMAL(18, 6)) AS revenue)
    FROM read_json('${path}', format = 'newline_delimited')`,
  )
  const own = [
    { name: 'rows.csv', bytes: Buffer.from(text) },
    { name: 'rows.csv.gz', bytes: gzipSync(text) },
    { name: 'rows.zip', bytes: zipFile({ 'rows.csv': text }) },
    {
      name: 'rows.xlsx',
      bytes: workbookFile(
        text
          .trim()
          .split('\n')
          .map((line) => line.split(',')),
      ),
    },
    { name: 'rows.ndjson', bytes: Buffer.from(lines) },
    { name: 'rows.parquet', bytes: readFileSync(parquet) },
  ]
  const reports = [...sources.keys()]
    .flatMap(fixturesOf)
    .flatMap(({ files: [file], request }) => [
      { name: file!.name, bytes: readFileSync(file!.path), request },
    ])
  return [...own.map((file) => ({ ...file, request: {} })), ...reports]
}
