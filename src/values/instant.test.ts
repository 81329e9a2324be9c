import { expect, test } from 'vitest'
import { formatInstant, instantAccepts, parseInstant } from './instant.ts'

test.each([
  ['1970-01-01T00:00:00Z', 0],
  ['2026-03-01T09:30:00Z', 1_772_357_400_000],
  ['2026-03-01T09:30:00.5Z', 1_772_357_400_500],
  ['2026-03-01T11:30:00.123+02:00', 1_772_357_400_123],
  ['2026-03-01T23:59:59Z', 1_772_409_599_000],
  ['9999-12-31T23:59:59.999Z', 253_402_300_799_999],
])('%s is read', (text, epochMs) => {
  expect(parseInstant(text)).toBe(epochMs)
})

test.each([
  '',
  '2026-03-01',
  '2026-03-01T09:30Z',
  '2026-03-01T09:30:00',
  '2026-03-01 09:30:00Z',
  '2026-02-30T09:30:00Z',
  '2026-03-01T24:00:00Z',
  '2026-03-01T25:00:00Z',
  '2026-03-01T09:60:00Z',
  '2026-03-01T09:30:60Z',
  '2026-03-01T09:30:00.1234Z',
  '2026-03-01T09:30:00+99:00',
  ' 2026-03-01T09:30:00Z',
  '+002026-03-01T09:30:00Z',
  '2026-03-01T09:30:00Z ',
  '2026-03-01T09:30:00Z (noon)',
  '1969-12-31T23:59:59Z',
  '9999-12-31T23:59:59-00:01',
])('"%s" is not an instant', (text) => {
  expect(parseInstant(text)).toBeNull()
})

test('milliseconds are written only when there are some', () => {
  expect(formatInstant(1_772_357_400_000)).toBe('2026-03-01T09:30:00Z')
  expect(formatInstant(1_772_357_400_120)).toBe('2026-03-01T09:30:00.120Z')
})

test('the example in error texts is an instant', () => {
  const [example = ''] = /\S+Z/.exec(instantAccepts) ?? []
  expect(parseInstant(example)).not.toBeNull()
})
