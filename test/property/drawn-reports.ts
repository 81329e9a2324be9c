import fc from 'fast-check'
import type { MetricName } from '../../src/reporting/metrics.ts'
import type {
  Dimension,
  MetricCondition,
  OrderTerm,
  ReportFilters,
} from '../../src/reporting/report-request.ts'

/** A row of an import, with indexes in place of days and apps. */
export interface DrawnRow {
  readonly day: number
  readonly app: number
  readonly network: string
  readonly format: string
  readonly country: string
  readonly adTag: string
  readonly impressions: bigint
  readonly clicks: bigint | null
  readonly installs: bigint | null
  readonly requests: bigint | null
  readonly matchedRequests: bigint | null
  readonly micros: bigint
}

export type DrawnFilters = {
  readonly [Name in keyof ReportFilters]: ReportFilters[Name] | undefined
}

/** A question about one account, with indexes in place of days and apps. */
export interface DrawnReport {
  readonly firstDay: number
  readonly dayCount: number
  readonly dimensions: readonly Dimension[]
  readonly metrics: readonly MetricName[]
  readonly filters: DrawnFilters
  readonly excluded: DrawnFilters
  /** Indexes; undefined for all apps. */
  readonly apps: readonly number[] | undefined
  readonly order: readonly OrderTerm[]
  readonly having: readonly MetricCondition[]
  readonly limit: number | undefined
  readonly offset: number | undefined
  readonly compare: 'nothing' | 'previous period' | 'previous year' | 'another range'
  readonly fill: boolean
  /** Which state is read: an index into the states; undefined for now. */
  readonly state: number | undefined
}

/** Days around a leap day, the same days a year before, and days around a new year. */
export const drawnDays = [
  ...['2023-02-26', '2023-02-27', '2023-02-28', '2023-03-01', '2023-12-31', '2024-01-01'],
  ...['2024-02-26', '2024-02-27', '2024-02-28', '2024-02-29', '2024-03-01', '2024-03-04'],
  ...['2025-02-27', '2025-02-28', '2025-03-01'],
]

const networks = ['zeta', 'admob', 'a_1', 'a1']
const formats = ['video', 'banner', 'app_open']
const countries = ['US', 'DE', 'ZZ', 'AD']
/** UTF-8 and UTF-16 sort the last two differently. */
const adTags = ['default', 'top', 'Top', 'ｚ', '😀']
export const appCount = 4

const count = fc.oneof(fc.constant(0n), fc.bigInt(0n, 9n), fc.bigInt(0n, 3_000_000n))
const unknownCount = fc.option(count, { nil: null, freq: 2 })
const micros = fc.oneof(
  ...[fc.constant(0n), fc.bigInt(-20_000n, 20_000n), fc.bigInt(0n, 400_000n)],
  fc.bigInt(0n, 9_000_000_000_000_000n),
)
const mostly = (names: readonly string[]) =>
  fc.oneof(fc.constant(names[0]!), fc.constantFrom(...names))

const row = fc.record<DrawnRow>({
  day: fc.nat(drawnDays.length - 1),
  app: fc.nat(appCount - 1),
  network: mostly(networks),
  format: mostly(formats),
  country: mostly(countries),
  adTag: mostly(adTags),
  impressions: count,
  clicks: unknownCount,
  installs: unknownCount,
  requests: unknownCount,
  matchedRequests: unknownCount,
  micros,
})

export const drawnRows = fc.uniqueArray(row, {
  selector: ({ day, app, network, format, country, adTag }) =>
    JSON.stringify([day, app, network, format, country, adTag]),
  minLength: 10,
  maxLength: 60,
  size: 'max',
})

const someOf = <Value>(values: readonly Value[]) =>
  fc.array(fc.constantFrom(...values), { minLength: 1, maxLength: 3 })

/** Most reports have few filters, so that most have rows. */
const rarely = <Value>(weight: number, arbitrary: fc.Arbitrary<Value>) =>
  fc.oneof({ weight, arbitrary: fc.constant(undefined) }, { weight: 1, arbitrary })

const filters = (weight: number) =>
  fc.record({
    networks: rarely(weight, someOf([...networks, 'nobody'])),
    formats: rarely(weight, someOf([...formats, 'nobody'])),
    countries: rarely(weight, someOf([...countries, 'NZ'])),
    adTags: rarely(weight, someOf([...adTags, 'nobody'])),
  })

const metricNames = [
  ...(['impressions', 'revenue', 'revenueCents', 'ecpm', 'revenueMicros', 'clicks'] as const),
  ...(['knownClicks', 'knownInstalls', 'knownCtr', 'knownCvr'] as const),
  ...(['requests', 'matchedRequests', 'fillRate'] as const),
  ...(['clicksCoverage', 'installsCoverage', 'requestsCoverage'] as const),
] satisfies MetricName[]

export const operators = ['eq', 'ne', 'gt', 'gte', 'lt', 'lte'] as const
/** Around the values that rows have: zeros, small counts, cents, ratios and large sums. */
export const conditionValue = fc.oneof(
  fc.constant('0'),
  fc.integer({ min: -20_000, max: 400_000 }).map(String),
  fc.bigInt(-1n, 9_000_000_000_000_000n).map(String),
)
const having = fc.array(
  fc.record({
    by: fc.constantFrom(...metricNames),
    operator: fc.constantFrom(...operators),
    value: conditionValue,
  }),
  { minLength: 1, maxLength: 2 },
)

const others: readonly Dimension[] = [
  ...(['app', 'appName', 'platform', 'network', 'format', 'country', 'adTag'] as const),
]

const shape = fc
  .record({
    time: fc.constantFrom('day' as const, 'week' as const, 'month' as const, null),
    others: fc.subarray([...others], { maxLength: 3 }),
    metrics: fc.uniqueArray(fc.constantFrom(...metricNames), { minLength: 1, maxLength: 4 }),
  })
  .chain(({ time, others, metrics }) => {
    const dimensions = [...others, ...(time ? [time] : [])]
    const by = fc.constantFrom(...dimensions, ...metrics)
    const term = fc.record<OrderTerm>({ by, descending: fc.boolean() })
    return fc.record({
      dimensions: fc.constant(dimensions),
      metrics: fc.constant(metrics),
      order: fc.oneof(fc.constant([]), fc.array(term, { minLength: 1, maxLength: 3 })),
      fill: time ? fc.boolean() : fc.constant(false),
    })
  })

export const drawnReport: fc.Arbitrary<DrawnReport> = fc
  .tuple(
    shape,
    fc.record({
      firstDay: fc.nat(drawnDays.length - 1),
      dayCount: fc.oneof(fc.integer({ min: 1, max: 9 }), fc.integer({ min: 300, max: 800 })),
      filters: filters(9),
      excluded: filters(12),
      apps: rarely(2, fc.array(fc.nat(appCount - 1), { maxLength: 4 })),
      having: fc.oneof({ weight: 2, arbitrary: fc.constant([]) }, { weight: 1, arbitrary: having }),
      limit: rarely(2, fc.nat(12)),
      offset: rarely(3, fc.nat(4)),
      compare: fc.constantFrom(
        ...(['nothing', 'nothing', 'previous period', 'previous year', 'another range'] as const),
      ),
      state: rarely(1, fc.nat(9)),
    }),
  )
  .map(([shape, rest]) => ({ ...shape, ...rest }))
