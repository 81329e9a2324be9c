import { expect, test } from 'vitest'
import type { ReportResult } from './report.ts'
import { toClipboard } from './table-file.ts'

test('a copy with columns across has the total of each row, also beside days of a comparison', () => {
  const report: ReportResult = {
    from: '2026-03-01',
    to: '2026-03-01',
    currency: 'USD',
    partialPeriods: [],
    dimensions: ['date', 'network'],
    metrics: ['revenue', 'clicks'],
    partlyKnown: [],
    compared: { from: '2025-03-01', to: '2025-03-01', isOfReportedDays: true },
    totalRows: 1,
    freshness: null,
    citation: null,
    totals: {},
    hasMore: false,
    rows: [
      {
        date: '2026-03-01',
        previous_date: '2025-03-01',
        network: 'admob',
        revenue: '3.5',
        previous_revenue: '7',
        change_revenue: '-0.5',
        clicks: '9',
        previous_clicks: '3',
        change_clicks: '2',
      },
    ],
  }
  const across = {
    ...({ across: 'country', count: 2, isCut: false } as const),
    columns: ['DE', 'US'].map((key) => ({ key, total: null })),
    cells: new Map([
      [JSON.stringify(['2026-03-01', 'admob', 'DE']), '1.5'],
      [JSON.stringify(['2026-03-01', 'admob', 'US']), '2'],
    ]),
  }
  expect(toClipboard({ report, across }, (_, value) => value).split('\r\n')).toEqual([
    'date\tnetwork\trevenue (USD)\tDE\tUS',
    '2026-03-01\tadmob\t3.5\t1.5\t2',
  ])
})
