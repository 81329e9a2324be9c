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
  ['0.0000001', 'seven decimals'],
  ['1.2345678', 'seven decimals'],
  ['12345678901', 'more than ten digits before the point'],
  ['123456789012.123456', 'more than ten digits before the point'],
  ['0.036300000000000006', 'noise of binary floating point'],
  ['1.0E-4', 'an exponent'],
  ['$5', 'a currency sign'],
  ['5 USD', 'a unit'],
  [' 5', 'a space'],
  ['ten', 'a word'],
  ['NaN', 'not a number'],
  ['0x10', 'hexadecimal'],
] as const

const row = (revenue: string) => `2026-03-01,zap-ios,ownnet,video,US,1,${revenue}`
const stored = (micros: string) => [`2026-03-01 zap-ios ownnet video US 1 0 0 ${micros}`]
const object = (revenue: string) =>
  `{"date":"2026-03-01","app_id":"zap-ios","network":"ownnet","format":"video","country":"US","impressions":1,"revenue":${revenue}}\n`

// Each test restates the previous test's slice with another amount.
const shared = shareSite()

describe('a revenue is read exactly', () => {
  test.each(exactly)('%s in a CSV', async (text, micros) => {
    const site = shared()
    await site.importLines([row(text)])
    expect(await site.figures()).toEqual(stored(micros))
  })

  test.each(exactly)('%s as an NDJSON number', async (text, micros) => {
    const site = shared()
    await site.importStats([await site.file('figures.ndjson', object(text))])
    expect(await site.figures()).toEqual(stored(micros))
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
    expect(await site.figures()).toEqual(stored(micros))
  })

  test('and rows of a slice are summed exactly', async () => {
    const site = shared()
    const { revenue } = await site.importLines([
      '2026-03-01,zap-ios,ownnet,video,US,1,9007199254.740993',
      '2026-03-01,zap-ios,ownnet,video,DE,1,9007199254.740993',
      '2026-03-01,zap-ios,ownnet,video,FR,1,0.000001',
    ])
    expect(revenue).toEqual({ USD: '18014398509.481987' })
    const { aggregated_data: totals } = await site.report({ app_id: 'zap-ios' })
    // 1801439850948.1987 cents
    expect(totals.revenue_in_cents).toBe(1801439850948)
  })
})

describe('a revenue is refused', () => {
  test.each(refused)('%s: %s', async (text) => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () => site.importLines([row(text)]))
    expect(placesOf(refusal)).toEqual([`figures.csv:2: revenue: "${text}"`])
    expect(refusal.details[0]).toMatch(/expected a decimal .* 6 /)
  })

  test('with a thousands comma', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () => site.importLines([row('"1,000.50"')]))
    expect(placesOf(refusal)).toEqual(['figures.csv:2: revenue: "1,000.50"'])
  })

  test.each(['123456789012.123456', '0.0000001'])(
    'as the NDJSON number %s, showing its source text',
    async (text) => {
      const site = shared()
      const file = await site.file('figures.ndjson', object(text))
      const refusal = await refusedUnchanged(site, () => site.importStats([file]))
      expect(placesOf(refusal)).toEqual([`figures.ndjson:1: revenue: "${text}"`])
    },
  )

  test('when it is missing', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, () => site.importLines([row('')]))
    expect(refusal.details[0]).toMatch(/^figures\.csv:2: revenue: is missing; expected /)
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

  test('when one of several files has it', async () => {
    const site = shared()
    const refusal = await refusedUnchanged(site, async () =>
      site.importStats([
        await site.file('good.csv', csv([row('1')])),
        await site.file('bad.csv', csv(['2026-03-02,zap-ios,ownnet,video,US,1,0.0000001'])),
      ]),
    )
    expect(placesOf(refusal)).toEqual(['bad.csv:2: revenue: "0.0000001"'])
  })
})

function parquetRow(revenue: string): string {
  return `SELECT '2026-03-01' AS date, 'zap-ios' AS app_id, 'ownnet' AS network,
    'video' AS format, 'US' AS country, 1 AS impressions, ${revenue} AS revenue`
}
