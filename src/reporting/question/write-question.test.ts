import fc from 'fast-check'
import { expect, test } from 'vitest'
import { comparisons } from '../../values/compared-range.ts'
import { type Day, parseDay } from '../../values/day.ts'
import { metricOperators } from '../report-request.ts'
import { readQuestion } from './read-question.ts'
import { metricNames, type WireMetric } from './vocabulary.ts'
import { writeQuestion } from './write-question.ts'

const today = parseDay('2026-03-10')!
const otherDay = parseDay('2027-01-01')!

const read = (values: object, on: Day) =>
  readQuestion({ notation: 'json', values: values as Record<string, unknown> }, 3_660, () => on)
    .question

const metrics = metricNames.filter((name) => !name.startsWith('revenue_') && name !== 'paid_ratio')
const ofFigures = ['impressions', 'revenue', 'ecpm', 'clicks'] as const satisfies WireMetric[]
const some = <Value>(values: readonly Value[]) => fc.subarray([...values], { minLength: 1 })

const given = fc.record(
  {
    dimensions: fc.constantFrom(['date', 'network'], ['month', 'app_id'], ['country', 'ad_tag']),
    metrics: fc.oneof(some(ofFigures), fc.constant([metrics[0]!])),
    network: some(['admob', 'unityads']),
    ad_tag_not: some(['a,b', 'top "1"', '😀']),
    app_id: some(['hop', 'zap, two']),
    having: some(Object.keys(metricOperators)).map((all) =>
      all.map((one) => `revenue:${one}:-12.05`),
    ),
    compare: fc.constantFrom(...comparisons, '2025-11-03'),
    compare_days: fc.constant('reported'),
    include: some(['total_rows', 'citation']),
    as_of: fc.constant('2026-03-01T09:30:00.5Z'),
    limit: fc.integer({ min: 1, max: 900 }),
    days: fc.constantFrom('last_7', 'previous_month', 'yesterday', 'last_365'),
  },
  { requiredKeys: ['dimensions', 'metrics', 'days'] },
)

test('a written question means the same on every day', () => {
  fc.assert(
    fc.property(given, fc.boolean(), (values, isDescending) => {
      const { compare_days, ...others } = values
      const asked = {
        ...others,
        ...(values.compare && compare_days && { compare_days }),
        order_by: [`${values.metrics[0]}:${isDescending ? 'desc' : 'asc'}`],
      }
      const question = read(asked, today)
      const written = writeQuestion(question)
      expect(read(written, otherDay)).toEqual(question)
      expect(JSON.parse(JSON.stringify(written))).toEqual(written)
    }),
    { numRuns: 300 },
  )
})

test('orders by columns of a comparison are written', () => {
  for (const column of ['previous_revenue', 'change_revenue', 'compared_revenue']) {
    const asked = {
      days: 'last_7',
      dimensions: ['network'],
      metrics: ['revenue'],
      compare: 'previous_period',
      compare_days: 'reported',
      order_by: [`${column}:desc`],
    }
    const question = read(asked, today)
    expect(read(writeQuestion(question), otherDay)).toEqual(question)
  }
})
