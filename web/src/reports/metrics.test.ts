import { expect, test } from 'vitest'
import { makeFormats } from '../figures/formats.ts'
import { shareOf, writeCell } from './metrics.ts'

const formats = makeFormats('en-US', 'USD')

test.each([
  // The report endpoint rounds 3.8449996 and 3.845 to the same six decimals or fewer.
  [{ revenue: '38.449996', impressions: '10000', ecpm: '3.845' }, '$3.84'],
  [{ revenue: '38.45', impressions: '10000', ecpm: '3.845' }, '$3.85'],
  [{ revenue: '-38.45', impressions: '10000', ecpm: '-3.845' }, '-$3.85'],
  [{ revenue: '1', impressions: '0', ecpm: null }, '–'],
  // Without its sums, the last digit tells that it may go either way.
  [{ ecpm: '3.845' }, '$3.845'],
])('the eCPM of %o is rounded once: %s', (row, written) => {
  expect(writeCell(formats, row, 'ecpm', 'ecpm')).toBe(written)
})

test('an earlier eCPM is of the earlier sums', () => {
  const row = {
    revenue: '9',
    impressions: '10',
    previous_revenue: '38.449996',
    previous_impressions: '10000',
    previous_ecpm: '3.845',
  }
  expect(writeCell(formats, row, 'ecpm', 'previous_ecpm')).toBe('$3.84')
})

test('a share is a part of the whole, unless the whole is nothing', () => {
  expect(shareOf('1', '3')).toBe('0.333')
  expect(shareOf('0.05', '1')).toBe('0.05')
  expect(shareOf('0', '3')).toBe('0')
  expect([shareOf('1', '0'), shareOf(null, '3'), shareOf('1', null)]).toEqual([null, null, null])
})
