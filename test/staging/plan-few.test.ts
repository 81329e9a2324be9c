import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { parseDay } from '../../src/values/day.ts'
import { caseCount, propertyTimeoutMs } from '../property/batches.ts'
import { type ImportOptions, type Row, useScratch } from './scratch-site.ts'

const open = useScratch()

const count = fc.oneof(fc.nat(3), fc.integer({ min: 0, max: 999_999_999_999_999 })).map(String)
const row: fc.Arbitrary<Row> = fc.record({
  date: fc.constantFrom('2026-03-01', '2026-03-02', '2026-02-28', '2025-12-31'),
  app_id: fc.constantFrom('zap', 'zap-2', 'pop', 'eur'),
  network: fc.constantFrom('admob', 'vungle'),
  format: fc.constantFrom('video', 'banner'),
  country: fc.constantFrom('US', 'DE', 'ZZ', 'AD'),
  ad_tag: fc.constantFrom(null, 'default', 'menu'),
  impressions: count,
  clicks: fc.option(count),
  installs: fc.option(count),
  requests: fc.option(count),
  matched_requests: fc.option(count),
  revenue: fc.oneof(
    fc.constantFrom('0', '-0.0000005', '0.0000004', '1.50', '123456789.123456789012345678'),
    fc.bigInt(-5_000_000n, 999_999_999_999n).map((micros) => (Number(micros) / 1e6).toFixed(9)),
  ),
})

const imports = fc.array(
  fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    isReport: fc.boolean(),
    isRepeated: fc.boolean(),
  }),
  { minLength: 1, maxLength: 3 },
)

/** A day of account 1, which one of two connections pulls. */
const pulled = (text: string, connection: number): ImportOptions => {
  const day = parseDay(text)!
  const days = { firstDay: day, lastDay: day }
  return {
    request: `pull-${connection} ${text}`,
    scope: { days, networks: null, accountId: 1, statedBy: `pull-${connection} ` },
  }
}

const pulls = fc.array(
  fc.record({
    rows: fc.array(row, { minLength: 1, maxLength: 12 }),
    connection: fc.constantFrom(1, 2),
    isReport: fc.boolean(),
  }),
  { minLength: 2, maxLength: 4 },
)

/** Two pulls of one connection: the second lacks the slice of the first, so that this one ends. */
const oneEnds = ['admob', 'vungle'].map((network) => ({
  rows: [{ app_id: 'zap', network }],
  connection: 1 as const,
  isReport: false,
}))

describe('few rows', () => {
  test('are planned like the engine plans them', { timeout: propertyTimeoutMs }, async () => {
    let compared = 0
    let planned = 0
    await fc.assert(
      fc.asyncProperty(imports, async (drawn) => {
        const site = await open()
        for (const { rows, isReport, isRepeated } of drawn) {
          const options: ImportOptions = isReport
            ? { reportIds: new Map([[1, 2_000_000_000]]) }
            : {}
          // Rows that are imported again leave their slices unchanged.
          for (let time = 0; time < (isRepeated ? 2 : 1); time++) {
            await site.put(rows, options)
            planned++
          }
        }
        compared += site.comparedPlans
      }),
      { numRuns: caseCount },
    )
    expect(compared).toBe(planned)
  })

  test('that were pulled are planned so while no slice of theirs ends', {
    timeout: propertyTimeoutMs,
  }, async () => {
    const day = '2026-03-01'
    const ending = { compared: 0, planned: 0 }
    const lasting = { compared: 0, planned: 0 }
    await fc.assert(
      fc.asyncProperty(pulls, async (drawn) => {
        const site = await open()
        for (const { rows, connection, isReport } of drawn) {
          const compared = site.comparedPlans
          const { removedSlices } = await site.put(
            rows.map((one) => ({
              ...one,
              date: day,
              app_id: one.app_id === 'eur' ? 'pop' : one.app_id,
            })),
            {
              ...pulled(day, connection),
              ...(isReport && { reportIds: new Map([[1, 2_000_000_000]]) }),
            },
          )
          const plans = removedSlices > 0 ? ending : lasting
          plans.planned++
          plans.compared += site.comparedPlans - compared
        }
      }),
      { numRuns: caseCount, examples: [[oneEnds]] },
    )
    expect(ending).toEqual({ compared: 0, planned: expect.any(Number) })
    expect(lasting.compared).toBe(lasting.planned)
    expect(Math.min(ending.planned, lasting.planned)).toBeGreaterThan(0)
  })

  test.each<[string, Row[], ImportOptions]>([
    ['an amount has more decimals than the engine', [{ revenue: `0.${'1'.repeat(19)}` }], {}],
    ['an amount is very large', [{ revenue: '9999999999' }], {}],
    ['they are added to the current figures', [{}], { isPartial: true }],
    [
      'amounts are converted',
      [{ currency: 'EUR' }],
      { rates: [{ day: '2026-03-01', currency: 'EUR', accountId: 1, rate: '1.1' }] },
    ],
    [
      'their slices are far apart',
      [{}, { date: '2026-01-01' }, { date: '1960-01-01', network: 'vungle' }],
      {},
    ],
  ])('are left to the engine when %s', async (_title, rows, options) => {
    const site = await open()
    await site.plan(rows, options)
    expect(site.comparedPlans).toBe(0)
  })
})
