import fc from 'fast-check'
import type { MetricCondition } from '../../src/reporting/report-request.ts'
import { appCount, drawnDays, operators } from './drawn-reports.ts'

// Questions to the report endpoint, as a client writes them, with indexes in place of apps.

export const filterValues = {
  platform: ['ios', 'android', 'amazon'],
  network: ['zeta', 'admob', 'a_1', 'a1', 'nobody'],
  ad_format: ['video', 'banner', 'app_open', 'nothing'],
  country: ['US', 'DE', 'ZZ', 'AD', 'NZ'],
  ad_tag: ['default', 'top', 'Top', 'ｚ', '😀', 'none'],
} as const

type FilterName = keyof typeof filterValues

const compared = [
  ...(['nothing', 'previous_period', 'previous_weekdays', 'previous_month'] as const),
  ...(['previous_year', 'previous_year_weekdays', 'another day'] as const),
] as const

export interface DrawnWireQuestion {
  readonly firstDay: number
  readonly dayCount: number
  readonly dimensions: readonly string[]
  readonly metrics: readonly string[]
  readonly apps: readonly number[] | null
  readonly filters: readonly {
    readonly name: FilterName
    readonly excludes: boolean
    readonly values: readonly string[]
  }[]
  readonly order: readonly { readonly by: string; readonly descending: boolean }[]
  readonly having: readonly {
    readonly by: string
    readonly operator: MetricCondition['operator']
    /** In units of the metric's last decimal place. */
    readonly value: string
  }[]
  readonly compare: (typeof compared)[number]
  /** Whether only days are compared that were reported in both ranges. */
  readonly isOfReportedDays: boolean
  readonly fill: boolean
  readonly limit: number
  /** Written as POST, and with lists that are repeated. */
  readonly post: boolean
  readonly repeated: boolean
}

const others = [
  'app_id',
  'app_name',
  'platform',
  'network',
  'ad_format',
  'country',
  'ad_tag',
  'currency',
]

const metrics = [
  ...['impressions', 'clicks', 'installs', 'requests', 'matched_requests', 'revenue'],
  ...['revenue_micros', 'ecpm', 'ctr', 'cvr', 'fill_rate'],
  ...['clicks_coverage', 'installs_coverage', 'requests_coverage'],
]

/** Their changes are exact in every engine. */
const sums = [
  ...['impressions', 'clicks', 'installs', 'requests', 'matched_requests', 'revenue'],
  'revenue_micros',
]

const filter = fc
  .record({
    name: fc.constantFrom(...(Object.keys(filterValues) as FilterName[])),
    excludes: fc.boolean(),
  })
  .chain(({ name, excludes }) =>
    fc.record({
      name: fc.constant(name),
      excludes: fc.constant(excludes),
      values: fc.uniqueArray(fc.constantFrom(...filterValues[name]), {
        minLength: 1,
        maxLength: 3,
      }),
    }),
  )

const shape = fc
  .record({
    time: fc.constantFrom('date', 'week', 'month', null),
    others: fc.shuffledSubarray(others, { maxLength: 4 }),
    place: fc.nat(4),
    metrics: fc.shuffledSubarray(metrics, { minLength: 1, maxLength: 5 }),
  })
  .chain(({ time, others, place, metrics }) => {
    const dimensions = time ? others.toSpliced(place, 0, time) : others
    const condition = fc.record({
      by: fc.constantFrom(...metrics),
      operator: fc.constantFrom(...operators),
      value: fc.oneof(
        fc.constant('0'),
        fc.integer({ min: -20_000, max: 400_000 }).map(String),
        fc.bigInt(0n, 900_000_000_000n).map(String),
      ),
    })
    const hasRows = dimensions.some((name) => name !== 'currency')
    const by = fc.constantFrom(...dimensions, ...metrics)
    const term = fc.record({ by, descending: fc.boolean() })
    return fc.record({
      dimensions: fc.constant(dimensions),
      metrics: fc.constant(metrics),
      order: fc.oneof<fc.Arbitrary<DrawnWireQuestion['order']>[]>(
        fc.constant<DrawnWireQuestion['order']>([]),
        fc.uniqueArray(term, { minLength: 1, maxLength: 3, selector: ({ by }) => by }),
      ),
      having: hasRows
        ? fc.oneof(fc.constant([]), fc.array(condition, { maxLength: 2 }))
        : fc.constant([]),
      fill: time ? fc.boolean() : fc.constant(false),
    })
  })

export const drawnWireQuestion: fc.Arbitrary<DrawnWireQuestion> = fc
  .tuple(
    shape,
    fc.record({
      firstDay: fc.nat(drawnDays.length - 1),
      dayCount: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 1, max: 400 })),
      apps: fc.option(fc.uniqueArray(fc.nat(appCount - 1), { minLength: 1 }), {
        nil: null,
        freq: 1,
      }),
      filters: fc.oneof(
        { weight: 2, arbitrary: fc.constant([]) },
        {
          weight: 1,
          arbitrary: fc.uniqueArray(filter, {
            minLength: 1,
            maxLength: 2,
            selector: ({ name, excludes }) => `${name} ${excludes}`,
          }),
        },
      ),
      compare: fc.constantFrom(...compared, ...(['nothing', 'nothing', 'nothing'] as const)),
      isOfReportedDays: fc.boolean(),
      /** Which column of a metric sorts, with a comparison. */
      sortedBy: fc.constantFrom('', 'compared_', 'previous_', 'change_'),
      limit: fc.integer({ min: 1, max: 6 }),
      post: fc.boolean(),
      repeated: fc.boolean(),
    }),
  )
  .map(([{ order, ...shape }, { sortedBy, ...rest }]) => ({
    ...shape,
    ...rest,
    order: order.map(({ by, descending }) => {
      const { compare, isOfReportedDays } = rest
      const has = compare !== 'nothing' && (sortedBy !== 'compared_' || isOfReportedDays)
      const isSortable = sortedBy === 'change_' ? sums.includes(by) : metrics.includes(by)
      return { by: has && isSortable ? `${sortedBy}${by}` : by, descending }
    }),
  }))
