import { expect, test } from 'vitest'
import { searchOf, withoutView } from './search.ts'
import type { View } from './view.ts'

test('what is a page’s own is all but the view and the part of its range', () => {
  const view: View = {
    range: { from: '2026-03-01', to: '2026-03-02' },
    compare: 'previous_year',
    filters: {
      app_id: ['hop'],
      platform: ['ios'],
      network: ['admob'],
      ad_format: ['banner'],
      country: ['US'],
    },
  }
  const own = { rows: ['network', 'country'], tolerance: ['5'], as_of: ['2026-03-10T12:00:00Z'] }
  const all = { ...searchOf(view), ...searchOf({ ...view, range: { preset: 'last_7' } }) }
  expect(Object.keys(all)).toHaveLength(9)
  expect(withoutView({ ...all, ...own, within: ['28d'] })).toEqual(own)
})
