import { describe, expect, test } from 'vitest'
import { figures } from '../../facts/figures.ts'
import { CopyChangedError } from '../../warehouse/warehouse.ts'
import { numbersOf, proofIn, totalsIn } from './copied-totals.ts'

const march = 20_513
const sums = numbersOf(figures).map(({ isMoney }) => (isMoney ? '-0.05' : '7'))

test('totals are read exactly, money in micros', () => {
  const [found] = totalsIn(figures, [[march, '2', ...sums]])
  expect(found).toMatchObject({ month: march, rows: 2n })
  expect(found!.sums).toMatchObject({ impressions: 7n, revenue_micros: -50_000n })
  const proof = [
    [march, 'rows', '2.000000'],
    [march, 'impressions', '7'],
    [march, 'revenue', '-0.050000'],
  ]
  expect(proofIn(figures, proof)).toMatchObject([
    { month: march, rows: 2n, sums: { impressions: 7n, revenue_micros: -50_000n } },
  ])
})

describe('totals of a server that answers anything are refused', () => {
  test.each([
    '',
    'NaN',
    'Infinity',
    '1e3',
    '0x10',
    '1.5e3',
    '9'.repeat(40),
    null,
    undefined,
    {},
    '--1',
  ])('%j', (malformed) => {
    const last = [...sums.slice(0, -1), malformed]
    expect(() => totalsIn(figures, [[march, '2', ...last]])).toThrow(CopyChangedError)
    expect(() => totalsIn(figures, [[march, malformed, ...sums]])).toThrow(CopyChangedError)
    expect(() => totalsIn(figures, [[malformed, '2', ...sums]])).toThrow(CopyChangedError)
    expect(() => proofIn(figures, [[march, 'revenue', malformed]])).toThrow(CopyChangedError)
    expect(() => proofIn(figures, [[malformed, 'revenue', '1']])).toThrow(CopyChangedError)
  })

  test('a row without cells', () => {
    expect(() => totalsIn(figures, [[]])).toThrow(CopyChangedError)
    expect(() => proofIn(figures, [[]])).toThrow(CopyChangedError)
  })
})
