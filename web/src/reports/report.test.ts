import { expect, test } from 'vitest'
import { makeFormats } from '../figures/formats.ts'
import { readReport } from './report.ts'

const answer = (rows: string, totals = '{}') =>
  `{"meta":{"start_date":"2026-03-01","end_date":"2026-03-02","dimensions":["network"],"metrics":["revenue"],"currency":"USD","partial_periods":[],"partly_known":[],"total_rows":2},"totals":${totals},"data":[${rows}],"next_cursor":null,"has_more":false}`

test('numbers keep every digit; unknown is null', () => {
  const report = readReport(
    answer('{"network":"a","revenue":9223372036854.775807},{"network":"b","revenue":null}'),
  )
  expect(report.rows).toEqual([
    { network: 'a', revenue: '9223372036854.775807' },
    { network: 'b', revenue: null },
  ])
  expect(report).toMatchObject({ totalRows: 2, compared: null, freshness: null, hasMore: false })
})

test('another kind of answer is refused', () => {
  expect(() => readReport('{"meta":{},"data":[]}')).toThrow('not a table')
  expect(() => readReport('{"data":[]}')).toThrow('not a table')
  expect(() => readReport('impressions,revenue\r\n1,2\r\n')).toThrow('not a table')
})

test.each([
  ['money', '1.005', true, '$1.01'],
  ['money', '1.005', false, '$1.005'],
  ['money', '1.0051', false, '$1.01'],
  ['money', '-1.045', false, '-$1.045'],
  ['percent', '0.02345', false, '2.345%'],
  ['percent', '0.023451', false, '2.35%'],
  ['change', '0.1235', false, '+12.35%'],
  ['change', '0.1', false, '+10.0%'],
  ['count', '12345', true, '12,345'],
] as const)('%s %s, exact: %s, is shown as %s', (style, decimal, isExact, shown) => {
  expect(makeFormats('en-US', 'USD').reported(style, decimal, isExact)).toBe(shown)
})

test('yen have no decimals, but for what lies between two', () => {
  const { reported } = makeFormats('en-US', 'JPY')
  expect(reported('money', '12.5', true)).toBe('¥13')
  expect(reported('money', '12.5', false)).toBe('¥12.5')
})
