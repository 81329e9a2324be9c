import { expect, test } from 'vitest'
import { formatDay, parseDay } from '../../values/day.ts'
import { monthSpan } from './block.ts'

test.each([
  ['0001-01-01', '0001-01-31'],
  ['0099-12-01', '0099-12-31'],
  ['2024-02-01', '2024-02-29'],
  ['2026-12-01', '2026-12-31'],
  ['9999-12-01', '9999-12-31'],
])('the month of %s ends on %s', (first, last) => {
  const { firstDay, lastDay } = monthSpan(parseDay(first)!)
  expect([firstDay, formatDay(lastDay)]).toEqual([parseDay(first), last])
})
