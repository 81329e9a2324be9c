import { type TSchema, Type } from 'typebox'
import { otherFactNames } from '../../facts/kinds.ts'
import { labelNames, shownLabel } from '../../facts/label-names.ts'
import { type Metric, metrics } from '../../reporting/metrics.ts'
import {
  dimensionNames,
  filterNames,
  metricNames,
  timeNames,
  type WireDimension,
  type WireMetric,
  wireMetrics,
} from '../../reporting/question/vocabulary.ts'
import { metricType } from '../../reporting/table/table-columns.ts'
import { platforms } from '../../values/platform.ts'
import {
  component,
  count,
  day,
  decimal,
  instant,
  nullable,
  oneOf,
  text,
} from '../openapi/members.ts'

/** The schemas of the report endpoint's answers, for its description: nothing is written by them. */

type Members = Record<string, TSchema>

const optionalMembers = (entries: readonly (readonly [string, TSchema])[]): Members =>
  Object.fromEntries(entries.map(([name, schema]) => [name, Type.Optional(schema)]))

const isTime = (name: string) => (timeNames as readonly string[]).includes(name)
const isOfApp = (name: string) => ['app_id', 'app_name', 'platform'].includes(name)

const dimensionSchema = (name: WireDimension) => {
  if (isTime(name)) return day()
  return isOfApp(name) ? nullable(text('Null for paid revenue of no known app.')) : text()
}

const valueSchema = (name: WireMetric) => {
  const { description }: Metric = metrics[wireMetrics[name]]
  const isInteger = metricType(name).kind === 'integer'
  return nullable(isInteger ? count(description) : decimal(description))
}

const metricMembers = optionalMembers(
  metricNames.flatMap((name) => [
    [name, valueSchema(name)] as const,
    [`compared_${name}`, valueSchema(name)] as const,
    [`previous_${name}`, valueSchema(name)] as const,
    [
      `change_${name}`,
      nullable(decimal('(current − previous) ÷ previous, of the days that are compared.')),
    ] as const,
  ]),
)

const row = component(
  'ReportRow',
  {
    ...optionalMembers(dimensionNames.map((name) => [name, dimensionSchema(name)] as const)),
    ...optionalMembers(timeNames.map((name) => [`previous_${name}`, nullable(day())] as const)),
    ...metricMembers,
  },
  'A member for each requested dimension and metric. Unknown is null.',
)

const span = { start_date: day(), end_date: day() }

const names = () => Type.Array(text())

const dayCounts = {
  status: nullable(oneOf(['missing', 'estimated', 'restating', 'final'])),
  missing: count(),
  estimated: count(),
  restating: count(),
  final: count(),
}

export const meta = component('ReportMeta', {
  as_of: nullable(instant('When the last of these figures were committed; null before the first.')),
  start_date: day(),
  end_date: day(),
  dimensions: names(),
  metrics: names(),
  currency: text('ISO 4217, of all money.'),
  partial_periods: Type.Array(day(), { description: 'Weeks and months that the range cuts off.' }),
  partly_known: Type.Array(text(), {
    description:
      'Metrics that some networks or sources do not report, or that leave out days and apps without users.',
  }),
  unmatched: Type.Object(
    optionalMembers(
      filterNames.flatMap((name) => [[name, names()] as const, [`${name}_not`, names()] as const]),
    ),
    { description: 'Values of filters that no figure of the account has.' },
  ),
  compare: Type.Optional(
    Type.Object({ ...span, days: Type.Optional(oneOf(['reported'], 'The days that count.')) }),
  ),
  total_rows: Type.Optional(count('The rows of all pages.')),
  citation: Type.Optional(
    nullable(text('The path of its citation; null where the question is too long for one.')),
  ),
  freshness: Type.Optional(
    Type.Object({
      ...dayCounts,
      ...optionalMembers(otherFactNames.map((name) => [name, Type.Object(dayCounts)] as const)),
    }),
  ),
  clocks: Type.Optional(
    Type.Record(Type.String(), names(), {
      description: 'The networks by the clock of their days.',
    }),
  ),
})

export const report = component('Report', {
  meta,
  totals: Type.Object(metricMembers, { description: 'Over all rows of all pages.' }),
  data: Type.Array(row),
  next_cursor: nullable(text('Pass it as `cursor` for the next page.')),
  has_more: Type.Boolean(),
})

export const reportSchema = component('ReportSchema', {
  currency: text(),
  first_day: nullable(day()),
  last_day: nullable(day()),
  dimensions: Type.Array(
    Type.Object({
      name: oneOf(dimensionNames),
      type: oneOf(['date', 'text']),
      filter: nullable(text('The parameter that filters it.')),
      description: text(),
    }),
  ),
  metrics: Type.Array(
    Type.Object({
      name: oneOf(metricNames),
      title: text(),
      type: oneOf(['integer', 'decimal']),
      unit: text(),
      decimals: count(),
      sums: oneOf(['sum', 'ratio of sums'], 'A `sum` may be added up.'),
      nullable: Type.Boolean({ description: 'Whether a value may be null: unknown.' }),
      always_reported: Type.Boolean({ description: 'Whether every network reports it.' }),
      description: text(),
    }),
  ),
  values: Type.Object({
    app_id: Type.Array(
      Type.Object({ app_id: text(), app_name: text(), platform: oneOf(platforms) }),
    ),
    ...Object.fromEntries(labelNames.map((label) => [shownLabel(label), names()])),
  }),
  has_more_ad_tags: Type.Boolean(),
  cut: Type.Array(oneOf(labelNames.map(shownLabel)), {
    description: 'Dimensions with more values than are listed.',
  }),
  formats: Type.Array(Type.Object({ name: text(), media_type: text() })),
})
