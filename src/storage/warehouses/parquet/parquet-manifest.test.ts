import { describe, expect, test } from 'vitest'
import { formatManifest, isOwnPath, type Manifest, parseManifest } from './parquet-manifest.ts'

const manifest: Manifest = {
  state: {
    installation: 'of-tests',
    generation: 1,
    entry: 12,
    asOfMs: Date.parse('2026-03-11T06:00:02.141Z'),
    currency: 'USD',
    keepsHistory: false,
    appsMark: '0f',
  },
  firstEntry: 3,
  files: [
    {
      table: 'figures',
      month: '2026-03',
      path: 'figures/2026-03-12-0f3a9c21.parquet',
      rows: 2,
      entry: 12,
      bytes: 900,
      sha256: 'a'.repeat(64),
      tag: '"0f"',
      sums: { impressions: 3n, revenue_micros: 2n ** 70n },
    },
    {
      table: 'apps',
      month: null,
      path: 'apps/3-0f3a9c21.parquet',
      rows: 0,
      entry: 3,
      bytes: 400,
      sha256: 'b'.repeat(64),
      tag: '',
      sums: {},
    },
  ],
  dropped: [{ path: 'figures/2026-03-3-0f3a9c22.parquet', sinceMs: 1_773_208_802_000 }],
}

const written = () => JSON.parse(formatManifest('studio', manifest))

test('a manifest is read as it was written', () => {
  expect(parseManifest(formatManifest('studio', manifest))).toEqual(manifest)
  const empty = { ...manifest, state: { ...manifest.state, asOfMs: null }, files: [], dropped: [] }
  expect(parseManifest(formatManifest('studio', empty))).toEqual(empty)
})

describe('a manifest is not read', () => {
  test.each([
    ['another format', { format: 2 }],
    ['no list of files', { files: {} }],
    ['a number that is a text', { entry: '12' }],
    ['a negative entry', { entry: -1 }],
    ['a time of another form', { as_of: 'yesterday' }],
    ['no installation', { installation: undefined }],
  ])('with %s', (_, change) => {
    expect(parseManifest(JSON.stringify({ ...written(), ...change }))).toBeNull()
  })

  test.each([
    ['a path that leads elsewhere', { path: '../../other/2026-03-12-0f3a9c21.parquet' }],
    ['a path of another form', { path: 'figures/all.parquet' }],
    ['a month of another form', { month: 'March' }],
    ['a sum that is no whole number', { sums: { impressions: '1.5' } }],
    ['a sum that is a number', { sums: { impressions: 1 } }],
    ['a hash of another form', { sha256: 'A'.repeat(64) }],
  ])('with %s', (_, change) => {
    const files = [{ ...written().files[0], ...change }]
    expect(parseManifest(JSON.stringify({ ...written(), files }))).toBeNull()
  })

  test.each(['', '{', '[]', 'null', '"manifest"'])('from %j', (text) => {
    expect(parseManifest(text)).toBeNull()
  })
})

test.each([
  ['figures/2026-03-12-0f3a9c21.parquet', true],
  ['adtally_proof/12-0f3a9c21.parquet', true],
  ['figures/.adtally-draft-0f3a9c21-0000-4000-8000-000000000000', true],
  ['.adtally-draft-0f3a9c21-0000-4000-8000-000000000000', true],
  ['manifest.json', false],
  ['figures/mine.parquet', false],
  ['figures/2026-03-12-0f3a9c21.parquet.bak', false],
  ['other/figures/2026-03-12-0f3a9c21.parquet', false],
])('%s may be removed: %s', (path, isOwn) => {
  expect(isOwnPath(path)).toBe(isOwn)
})
