import { expect, test } from 'vitest'
import { readAddress } from './address.ts'
import { readReportView } from './report-address.ts'
import { explorePreset } from './report-view.ts'
import { sidesOf } from './sides.ts'

const known = { appIds: new Set<string>(), maxRangeDays: 400 }

test.each([
  ['previous_period', { from: '2025-02-01', to: '2025-02-28' }],
  ['previous_month', { from: '2025-02-01', to: '2025-02-28' }],
  ['previous_year', { from: '2024-03-01', to: '2024-03-28' }],
  ['previous_year_weekdays', { from: '2024-03-02', to: '2024-03-29' }],
  ['2024-12-25', { from: '2024-12-25', to: '2025-01-21' }],
] as const)(
  'sides of %s are the range and the one before, without a comparison',
  (compare, before) => {
    const query = new URLSearchParams({
      start_date: '2025-03-01',
      end_date: '2025-03-28',
      country: 'US',
      compare,
      side_by_side: 'on',
    })
    const { view } = readReportView(query, readAddress(query, known).view, explorePreset, known)
    const sides = sidesOf(view, '2025-04-10')
    expect(sides.map(({ range }) => range)).toEqual([
      { from: '2025-03-01', to: '2025-03-28' },
      before,
    ])
    for (const side of sides) {
      expect(side).toMatchObject({
        filters: { country: ['US'] },
        compare: 'none',
        isSideBySide: false,
      })
    }
  },
)
