import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type GrossRow, netOfRows } from './net-amounts.ts'
import type { ShareTerms } from './share-rule.ts'

const percent = (units: number, floorEcpmMicros: bigint | null = null): ShareTerms => ({
  kind: 'percent',
  percentUnits: units,
  floorEcpmMicros,
})
const rows = (...pairs: [revenueMicros: bigint, impressions?: bigint][]): GrossRow[] =>
  pairs.map(([revenueMicros, impressions = 0n]) => ({ revenueMicros, impressions }))

describe('net revenue', () => {
  test.each<[string, ShareTerms, GrossRow[], bigint[]]>([
    ['is a percentage', percent(700_000), rows([10n], [20n]), [7n, 14n]],
    // 0.7 + 0.7 + 0.7 = 2.1 micros: the whole is 2.
    ['goes to the largest remainders', percent(700_000), rows([1n], [1n], [1n]), [1n, 1n, 0n]],
    // 0.5 + 1.75 = 2.25: the whole is 2, and .75 is larger than .5.
    ['is rounded once', percent(250_000), rows([2n], [7n]), [0n, 2n]],
    // 1.5 is rounded away from zero.
    ['is rounded half away from zero', percent(500_000), rows([3n]), [2n]],
    ['may be negative', percent(500_000), rows([-3n]), [-2n]],
    ['of corrections adds up', percent(500_000), rows([5n], [-4n]), [3n, -2n]],
    ['is a price of impressions', { kind: 'ecpm', ecpmMicros: 1_500n }, rows([9n, 3n]), [5n]],
    ['is at least a floor', percent(500_000, 2_000n), rows([1n, 2n], [3n, 4n]), [4n, 8n]],
    ['is a percentage above the floor', percent(500_000, 100n), rows([10n, 1n]), [5n]],
    ['of nothing is nothing', percent(700_000), [], []],
  ])('%s', (_, terms, given, expected) => {
    expect(netOfRows(terms, given)).toEqual(expected)
  })

  const micros = fc.bigInt({ min: -(10n ** 15n), max: 10n ** 15n })
  const row = fc.record({
    revenueMicros: micros,
    impressions: fc.bigInt({ min: 0n, max: 10n ** 12n }),
  })

  test('adds up to the exact share of the whole, rounded once, and no row is off by a micro', () => {
    const drawn = fc.array(row, { maxLength: 40 })
    fc.assert(
      fc.property(drawn, fc.nat({ max: 1_000_000 }), (given, units) => {
        const net = netOfRows(percent(units), given)
        const sum = net.reduce((total, one) => total + one, 0n)
        const exact = given.reduce((total, one) => total + one.revenueMicros, 0n) * BigInt(units)
        const off = 2n * (sum * 1_000_000n - exact)
        expect(off <= 1_000_000n && off >= -1_000_000n).toBe(true)
        for (const [place, { revenueMicros }] of given.entries()) {
          const rowOff = net[place]! * 1_000_000n - revenueMicros * BigInt(units)
          expect(rowOff < 1_000_000n && rowOff > -1_000_000n).toBe(true)
        }
      }),
    )
  })
})
