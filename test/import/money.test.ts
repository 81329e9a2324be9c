import { describe, expect, test } from 'vitest'
import { csv, placesOf, refusedUnchanged, shareSite } from './import-site.ts'

const exactly = [
  ['1', '1000000'],
  ['0', '0'],
  ['12.5', '12500000'],
  ['0.000001', '1'],
  ['0.000404', '404'],
  ['-0.000001', '-1'],
  ['-3.25', '-3250000'],
  ['1.230000000000', '1230000'],
  ['4.1234560000', '4123456'],
  // 2^53 + 1 micros, which no double can represent.
  ['9007199254.740993', '9007199254740993'],
  ['9999999999.999999', '9999999999999999'],
  ['-9999999999.999999', '-9999999999999999'],
] as const

const refused = [
  ...['0.0000001', '1.2345678', '12345678901', '123456789012.123456'],
  // Noise of binary floating point.
  '0.036300000000000006',
  ...['1.0E-4', '$5', '5 USD', ' 5', '1 000', 'ten', 'NaN', '0x10'],
]

/** Rows that differ in the ad format, as CSV, as NDJSON and as they are stored. */
const row = (revenue: string, nth = 0) => `2026-03-01,zap-ios,ownnet,f${nth},US,1,${revenue}`
const object = (revenue: string, nth = 0) =>
  `{"date":"2026-03-01","app_id":"zap-ios","network":"ownnet","format":"f${nth}","country":"US","impressions":1,"revenue":${revenue}}\n`
const stored = (micros: string, nth = 0) => `2026-03-01 zap-ios ownnet f${nth} US 1 0 0 ${micros}`

// Each test restates the previous test's slice with other amounts.
const shared = shareSite()

describe('a revenue is read exactly', () => {
  test.each([
    ['in a CSV', 'a.csv', csv(exactly.map(([text], nth) => row(text, nth)))],
    ['as an NDJSON number', 'a.ndjson', exactly.map(([text], nth) => object(text, nth)).join('')],
  ])('%s', async (_where, name, text) => {
    const site = shared()
    await site.importStats([await site.file(name, text)])
    const expected = exactly.map(([, micros], nth) => stored(micros, nth))
    expect(await site.figures()).toEqual(expected.sort())
  })

  test.each([
    ["CAST('9007199254.740993' AS DECIMAL(18, 6))", '9007199254740993'],
    ["CAST('1.5' AS DECIMAL(38, 10))", '1500000'],
    ["'9007199254.740993'", '9007199254740993'],
    ['-7', '-7000000'],
    ['CAST(12 AS BIGINT)', '12000000'],
  ])('%s in a Parquet file', async (expression, micros) => {
    const site = shared()
    const file = await site.parquet('figures.parquet', parquetRow(expression))
    await site.importStats([file])
    expect(await site.figures()).toEqual([stored(micros)])
  })

  test('and rows of a slice are summed exactly', async () => {
    const site = shared()
    const amounts = ['9007199254.740993', '9007199254.740993', '0.000001']
    const { revenue } = await site.importLines(amounts.map(row))
    expect(revenue).toEqual({ USD: '18014398509.481987' })
    const { aggregated_data: totals } = await site.report({ app_id: 'zap-ios' })
    // 1801439850948.1987 cents
    expect(totals.revenue_in_cents).toBe(1801439850948)
  })
})

describe('a revenue is refused', () => {
  test('where it is no decimal with ten digits before the point and six after it', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () => site.importLines(refused.map(row)))
    expect(placesOf(refusal)).toEqual(
      refused.map((text, nth) => `figures.csv:${nth + 2}: revenue: "${text}"`),
    )
    for (const detail of refusal.details) expect(detail).toMatch(/expected a decimal .* 6 /)
  })

  test.each(['DOUBLE', 'FLOAT'])('as a Parquet column of type %s', async (type) => {
    const site = shared()
    const file = await site.parquet('figures.parquet', parquetRow(`CAST(12.5 AS ${type})`))
    const refusal = await refusedUnchanged(site, () => site.importStats([file]))
    expect(refusal.message).toMatch(
      /^figures\.parquet: The column revenue .*cannot store money exactly/,
    )
    expect(refusal.message).toContain('DECIMAL')
  })
})

function parquetRow(revenue: string): string {
  return `SELECT '2026-03-01' AS date, 'zap-ios' AS app_id, 'ownnet' AS network,
    'f0' AS format, 'US' AS country, 1 AS impressions, ${revenue} AS revenue`
}
