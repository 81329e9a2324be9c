import { expect, test } from 'vitest'
import { parseDay } from '../../values/day.ts'
import type { WireDimension, WireMetric } from '../question/vocabulary.ts'
import { metricNames } from '../question/vocabulary.ts'
import { type ReportChunk, rowStatus } from '../report-store.ts'
import { buildTable } from './build-table.ts'
import { batchTexts, copyBatch } from './table-cells.ts'
import { metricType } from './table-columns.ts'

const days = { firstDay: parseDay('2026-03-01')!, lastDay: parseDay('2026-03-02')! }

async function textsOf(
  dimensions: WireDimension[],
  metrics: WireMetric[],
  chunk: Omit<ReportChunk, 'rowCount' | 'dimensions'> & Partial<ReportChunk>,
) {
  const question = { dimensions, metrics, days, comparison: null, isOfReportedDays: false }
  const whole: ReportChunk = { rowCount: 3, dimensions: {}, ...chunk }
  const facts = { question, currency: 'EUR', apps: [], appGroups: undefined }
  const { columns, batches } = buildTable(facts, from([whole]))
  const rows: unknown[] = []
  for await (const batch of batches) rows.push(...batchTexts(copyBatch(batch, 2), columns))
  return rows
}

async function* from<Item>(items: readonly Item[]): AsyncGenerator<Item> {
  yield* items
}

test('unknown counts are null where no row knows them, and zeros are 0', async () => {
  const rows = await textsOf(['currency'], ['clicks', 'revenue'], {
    sums: {
      clicks: BigInt64Array.of(0n, 0n, 1n),
      clicksRows: BigInt64Array.of(0n, 2n, 1n),
      revenueMicros: BigInt64Array.of(-1n, 9_223_372_036_854_775_807n, 0n),
    },
  })
  expect(rows).toEqual([
    ['EUR', null, '-0.000001'],
    ['EUR', '0', '9223372036854.775807'],
  ])
})

test('rows without figures are 0 where they were reported, else null', async () => {
  const zeros = new BigInt64Array(3)
  const rows = await textsOf([], ['impressions', 'clicks', 'ecpm'], {
    sums: { impressions: zeros, clicks: zeros, clicksRows: zeros, revenueMicros: zeros },
    statuses: [rowStatus.reportedNone, rowStatus.notReported, rowStatus.hasFigures],
  })
  expect(rows).toEqual([
    ['0', '0', '0'],
    [null, null, null],
  ])
})

test('types are wide enough for every quotient', () => {
  expect(metricNames.map((name) => [name, metricType(name)])).toEqual(
    metricNames.map((name) => {
      const counts = [
        'impressions',
        'clicks',
        'installs',
        'requests',
        'matched_requests',
        'revenue_micros',
        'user_days',
        'new_users',
        'sessions',
        'attempts',
        'responses',
        'spend_impressions',
        'spend_clicks',
        'spend_installs',
        'cohort_users',
        'active_users',
      ]
      if (counts.includes(name)) return [name, { kind: 'integer' }]
      const amounts = [
        'revenue',
        'revenue_closed',
        'revenue_paid',
        'cost',
        'cohort_ad_revenue',
        'revenue_net',
        'revenue_shared',
      ]
      if (amounts.includes(name)) return [name, { kind: 'decimal', precision: 19, scale: 6 }]
      const scales = { ecpm: 4, dau: 2, sessions_per_dau: 4, impressions_per_dau: 4 }
      const scale = scales[name as keyof typeof scales] ?? 6
      return [name, { kind: 'decimal', precision: 20 + scale, scale }]
    }),
  )
})
