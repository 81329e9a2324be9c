import { describe, expect, test } from 'vitest'
import { againstOf } from './compared-with.ts'
import type { Range } from './view.ts'

const today = '2026-03-10'

describe('days are usually compared with', () => {
  test.each<[range: Range, against: string]>([
    [{ preset: 'yesterday' }, 'same_weekdays'],
    [{ preset: 'last_365' }, 'same_weekdays'],
    [{ preset: 'month_to_date' }, 'last_month'],
    [{ preset: 'previous_month' }, 'last_month'],
    [{ from: '2026-02-01', to: '2026-02-28' }, 'last_month'],
    [{ from: '2025-10-01', to: '2025-12-31' }, 'last_month'],
    [{ from: '2026-02-01', to: '2026-02-27' }, 'same_weekdays'],
    [{ from: '2026-02-02', to: '2026-02-28' }, 'same_weekdays'],
    [{ from: '9999-12-01', to: '9999-12-31' }, 'last_month'],
  ])('%o: %s', (range, against) => {
    expect(againstOf('usual', range, today)).toEqual({ against })
  })
})

test('what is chosen is compared with, if it is before the days', () => {
  const range = { from: '2026-02-01', to: '2026-02-28' }
  expect(againstOf('last_year', range, today)).toEqual({ against: 'last_year' })
  const from = (day: string) => againstOf({ from: day }, range, today)
  expect(from('2026-01-31')).toEqual({ against_start_date: '2026-01-31' })
  expect(from('2026-02-01')).toEqual({ against: 'last_month' })
})
