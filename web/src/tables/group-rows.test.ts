import { expect, test } from 'vitest'
import type { WireSums } from '../api/wire.ts'
import type { Sorting } from '../view/view.ts'
import { groupRows } from './group-rows.ts'
import { rowsToCsv } from './rows-to-csv.ts'

const sums = (micros: number | string, impressions: number, clicks = 0): WireSums => ({
  revenue_micros: micros,
  impressions,
  clicks,
  installs: 0,
})

const figures = {
  total: sums(4_000_000, 3_000),
  groups: [
    { key: 'b', total: sums(3_000_000, 1_000, 10), trend: [] },
    { key: 'c', total: sums(1_000_000, 0), trend: [] },
    { key: '=a', total: sums(0, 2_000), trend: [] },
  ],
}

/** Of some days: without a change for `c`, which no network reported on both. */
const compared = {
  current: sums(1_500_000, 0),
  previous: sums(1_000_005, 0),
  groups: [
    { key: 'b', current: sums(1_500_000, 500), previous: sums(1_000_000, 900) },
    { key: '=a', current: sums(0, 2_000), previous: sums(5, 1) },
  ],
}

const sorted = (sorting: Sorting) =>
  groupRows(figures, compared, (key) => key.toUpperCase(), sorting).map(({ key }) => key)

test('a row has its share, its change and its ratios', () => {
  const [first] = groupRows(figures, compared, (key) => key, {
    column: 'revenue',
    descending: true,
  })
  expect(first).toMatchObject({
    key: 'b',
    revenue: '3',
    share: '0.75',
    change: '0.5',
    ecpm: '3',
    impressions: '1000',
    clicks: '10',
    ctr: '0.01',
  })
})

test('rows are sorted in either direction, with missing figures last', () => {
  expect(sorted({ column: 'revenue', descending: true })).toEqual(['b', 'c', '=a'])
  expect(sorted({ column: 'revenue', descending: false })).toEqual(['=a', 'c', 'b'])
  expect(sorted({ column: 'ecpm', descending: true })).toEqual(['b', '=a', 'c'])
  expect(sorted({ column: 'ecpm', descending: false })).toEqual(['=a', 'b', 'c'])
  expect(sorted({ column: 'name', descending: false })).toEqual(['=a', 'b', 'c'])
})

test('a group that only the other range has gets a row, and none has a change before it is known', () => {
  const ended = { key: 'd', current: sums(0, 0), previous: sums(7, 1) }
  const sorting = { column: 'name', descending: false } as const
  const rows = groupRows(figures, { ...compared, groups: [ended] }, (key) => key, sorting)
  expect(rows.map(({ key, change, revenue }) => [key, change, revenue])).toEqual([
    ...[['=a', null, '0'] as const, ['b', null, '3'] as const, ['c', null, '1'] as const],
    ['d', '-1', '0'],
  ])
  const changes = groupRows(figures, null, (key) => key, sorting).map(({ change }) => change)
  expect(changes).toEqual([null, null, null])
})

test('amounts beyond 2^53 are sorted exactly', () => {
  const large = {
    total: sums('18014398509481985', 0),
    groups: [
      { key: 'less', total: sums('9007199254740992', 0), trend: [] },
      { key: 'more', total: sums('9007199254740993', 0), trend: [] },
    ],
  }
  const keys = groupRows(large, null, (key) => key, { column: 'revenue', descending: true })
  expect(keys.map(({ key }) => key)).toEqual(['more', 'less'])
})

test('the CSV has every figure to the last micro, and no cell that a spreadsheet would run', () => {
  const rows = groupRows(figures, compared, (key) => key, { column: 'name', descending: false })
  expect(rowsToCsv('network', 'USD', rows)).toBe(
    [
      'network,name,revenue_usd,share,change,ecpm_usd,impressions,clicks,ctr',
      "'=a,'=a,0,0,-1,0,2000,0,0",
      'b,b,3,0.75,0.5,3,1000,10,0.01',
      'c,c,1,0.25,,,0,0,',
      '',
    ].join('\r\n'),
  )
})
