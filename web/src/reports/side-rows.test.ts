import { expect, test } from 'vitest'
import { sideRows } from './side-rows.ts'

const report = {
  from: '2026-03-01',
  to: '2026-03-02',
  currency: 'USD',
  partialPeriods: [],
  dimensions: ['network', 'country'],
  metrics: ['revenue'],
  partlyKnown: [],
  compared: { from: '2026-02-22', to: '2026-02-23', isOfReportedDays: false },
  totalRows: 2,
  freshness: null,
  citation: null,
  totals: {},
  hasMore: false,
  rows: [
    {
      network: 'admob',
      country: 'US',
      revenue: '3.5',
      previous_revenue: null,
      change_revenue: null,
    },
    {
      network: 'zeta',
      country: null,
      revenue: null,
      previous_revenue: '7',
      change_revenue: null,
    },
  ],
}

test('both sides have the same keys in the same order, and a gap where a side has no figures', () => {
  expect(sideRows(report, 'now')).toEqual([
    { network: 'admob', country: 'US', revenue: '3.5' },
    { network: 'zeta', country: null, revenue: null },
  ])
  expect(sideRows(report, 'before')).toEqual([
    { network: 'admob', country: 'US', revenue: null },
    { network: 'zeta', country: null, revenue: '7' },
  ])
})
