import { expect, test } from 'vitest'
import { readAddress } from './address.ts'
import { readExplore } from './explore-address.ts'
import { sidesOf } from './sides.ts'

const known = { appIds: new Set<string>(), maxRangeDays: 400 }

test.each([
  ['previous_period', { from: '2025-02-01', to: '2025-02-28' }],
  ['previous_year', { from: '2024-03-01', to: '2024-03-28' }],
] as const)(
  'sides of %s are the range and the one before, without a comparison',
  (against, before) => {
    const query = new URLSearchParams({
      ...{ from: '2025-03-01', to: '2025-03-28', country: 'US', against, side_by_side: 'on' },
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
