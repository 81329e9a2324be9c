import { expect, test } from 'vitest'
import { readAddress } from './address.ts'
import { readExplore } from './explore-address.ts'
import { sidesOf } from './sides.ts'

const known = { appIds: new Set<string>(), maxRangeDays: 400 }

test.each([
  ['previous_range', { from: '2025-02-01', to: '2025-02-28' }],
  ['last_month', { from: '2025-02-01', to: '2025-02-28' }],
  ['last_year', { from: '2024-03-01', to: '2024-03-28' }],
  ['last_year_weekdays', { from: '2024-03-02', to: '2024-03-29' }],
] as const)(
  'sides of %s are the range and the one before, without a comparison',
  (against, before) => {
    const query = new URLSearchParams({
      ...{
        start_date: '2025-03-01',
        end_date: '2025-03-28',
        country: 'US',
        against,
        side_by_side: 'on',
      },
    })
    const { view } = readExplore(query, readAddress(query, known).view, known)
    const sides = sidesOf(view, against, '2025-04-10')
    expect(sides.map(({ range }) => range)).toEqual([
      { from: '2025-03-01', to: '2025-03-28' },
      before,
    ])
    for (const side of sides) {
      expect(side).toMatchObject({
        filters: { country: ['US'] },
        against: null,
        isSideBySide: false,
      })
    }
  },
)
