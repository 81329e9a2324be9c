import { describe, expect, test } from 'vitest'
import { comparedParameters } from './compared-with.ts'
import type { Range } from './view.ts'

const today = '2026-03-10'

describe('days are usually compared with', () => {
  test.each<[range: Range, against: string]>([
    [{ preset: 'yesterday' }, 'previous_weekdays'],
    [{ preset: 'last_365' }, 'previous_weekdays'],
    [{ preset: 'month_to_date' }, 'previous_month'],
    [{ preset: 'previous_month' }, 'previous_month'],
    [{ from: '2026-02-01', to: '2026-02-28' }, 'previous_month'],
    [{ from: '2025-10-01', to: '2025-12-31' }, 'previous_month'],
    [{ from: '2026-02-01', to: '2026-02-27' }, 'previous_weekdays'],
    [{ from: '2026-02-02', to: '2026-02-28' }, 'previous_weekdays'],
    [{ from: '9999-12-01', to: '9999-12-31' }, 'previous_month'],
  ])('%o: %s', (range, compare) => {
    expect(comparedParameters('usual', range, today)).toEqual({ compare })
  })
})

test('what is chosen is compared with, if it is before the days', () => {
  const range = { from: '2026-02-01', to: '2026-02-28' }
  expect(comparedParameters('previous_year', range, today)).toEqual({ compare: 'previous_year' })
  const from = (day: string) => comparedParameters({ from: day }, range, today)
  expect(from('2026-01-31')).toEqual({ compare_start_date: '2026-01-31' })
  expect(from('2026-02-01')).toEqual({ compare: 'previous_month' })
})
