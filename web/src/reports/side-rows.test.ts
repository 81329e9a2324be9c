import { expect, test } from 'vitest'
import { sideRows } from './side-rows.ts'

const report = {
  ...{ from: '2026-03-01', to: '2026-03-02', currency: 'USD', partialPeriods: [] },
  ...{ dimensions: ['date', 'network'], metrics: ['revenue'], partlyKnown: [] },
  compared: { from: '2026-02-22', to: '2026-02-23', isOfReportedDays: false },
  ...{ totalRows: 2, freshness: null, totals: {}, hasMore: false },
  rows: [
    {
      ...{ date: '2026-03-01', previous_date: '2026-02-22', network: 'admob' },
      ...{ revenue: '3.5', previous_revenue: null, change_revenue: null },
    },
    {
      ...{ date: '2026-03-02', previous_date: '2026-02-23', network: 'zeta' },
      ...{ revenue: null, previous_revenue: '7', change_revenue: null },
    },
  ],
}

test('both sides have the same keys in the same order, and a gap where a side has no figures', () => {
  const [now, before] = [sideRows(report, 'now'), sideRows(report, 'before')]
  expect(now.map(({ date, network, revenue }) => [date, network, revenue])).toEqual([
    ['2026-03-01', 'admob', '3.5'],
    ['2026-03-02', 'zeta', null],
  ])
  expect(before.map(({ date, network, revenue }) => [date, network, revenue])).toEqual([
    ['2026-02-22', 'admob', null],
    ['2026-02-23', 'zeta', '7'],
  ])
  expect(before.map(({ key }) => key)).toEqual(now.map(({ key }) => key))
})
