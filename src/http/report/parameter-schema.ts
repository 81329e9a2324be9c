import { type TSchema, Type } from 'typebox'
import type { FactLabel } from '../../facts/fact-kind.ts'
import { declaredLabel, labelNames, type ShownLabel, shownLabel } from '../../facts/label-names.ts'
import { maxLimit } from '../../reporting/question/read-question.ts'
import { relativeDayNames, relativeDaysAccept } from '../../reporting/question/relative-days.ts'
import {
  defaultMetrics,
  dimensionNames,
  type FilterName,
  filterNames,
  inclusions,
  metricNames,
} from '../../reporting/question/vocabulary.ts'
import { metricOperators } from '../../reporting/report-request.ts'
import { answerFormats } from '../../values/answer-format.ts'
import { comparisons } from '../../values/compared-range.ts'
import { platforms } from '../../values/platform.ts'
import { day, instant, oneOf, text } from '../openapi/members.ts'

// The endpoint reads its parameters itself, see read-question.ts. Tests draw requests from these schemas.

const listOf = (item: TSchema, description: string) => Type.Array(item, { description })

const byLabel = <Value>(of: (label: FactLabel) => Value) =>
  Object.fromEntries(
    labelNames.map((label) => [shownLabel(label), of(declaredLabel(label))]),
  ) as Readonly<Record<ShownLabel, Value>>

function itemOf({ letters, pattern }: FactLabel): TSchema {
  if (pattern) return Type.String({ pattern })
  if (letters) return Type.String({ format: letters === 'lower' ? 'identifier' : 'country' })
  return Type.String({ minLength: 1 })
}

const filterItems: Readonly<Record<FilterName, TSchema>> = {
  app_id: Type.String({ minLength: 1 }),
  platform: oneOf(platforms),
  ...byLabel((label) => itemOf(label)),
}

const filterMeanings: Readonly<Record<FilterName, string>> = {
  app_id: 'apps',
  platform: 'platforms',
  ...byLabel((label) => label.plural),
}

const filters = Object.fromEntries(
  filterNames.flatMap((name) => [
    [name, Type.Optional(listOf(filterItems[name], `Figures of these ${filterMeanings[name]}.`))],
    [
      `${name}_not`,
      Type.Optional(listOf(filterItems[name], `Figures without these ${filterMeanings[name]}.`)),
    ],
  ]),
)

const shared = {
  developer: Type.Optional(text("The account's username. The key names the account already.")),
  start_date: Type.Optional(day('The first day. Required without `days`.')),
  end_date: Type.Optional(day('The last day. Required without `days`.')),
  days: Type.Optional(
    Type.String({
      pattern: `^(last_[1-9][0-9]{0,3}|${relativeDayNames.join('|')})$`,
      description: `Days relative to the current UTC day, in place of both dates: ${relativeDaysAccept}.`,
    }),
  ),
  dimensions: Type.Optional(
    listOf(oneOf(dimensionNames), 'In the order of the columns; none: a row of totals.'),
  ),
  metrics: Type.Optional(
    listOf(oneOf(metricNames), `\`${defaultMetrics.join(',')}\` when absent.`),
  ),
  ...filters,
  order_by: Type.Optional(
    listOf(
      Type.String({ pattern: '^[a-z_]+(:(asc|desc))?$' }),
      'Requested dimensions and metrics, as in `revenue:desc,date:asc`, and columns of a comparison.',
    ),
  ),
  having: Type.Optional(
    listOf(
      Type.String({
        pattern: `^(${metricNames.join('|')}):(${Object.keys(metricOperators).join('|')}):-?[0-9]{1,12}([.][0-9]{1,6})?$`,
      }),
      'Only rows that fulfil all of these, as in `revenue:gte:100,impressions:gt:0`. Totals are of these rows.',
    ),
  ),
  limit: Type.Optional(
    Type.Integer({ minimum: 1, maximum: maxLimit, description: 'All rows when absent.' }),
  ),
  cursor: Type.Optional(text('The `next_cursor` of the page before.')),
  compare: Type.Optional(
    Type.Union([oneOf(comparisons), day()], {
      description: 'The range to compare with, or the first day of an equally long one.',
    }),
  ),
  compare_days: Type.Optional(
    oneOf(['reported'], 'Compares only days that a network reported in both ranges.'),
  ),
  fill: Type.Optional(oneOf(['dates'], 'Adds rows for days, weeks or months without figures.')),
  include: Type.Optional(listOf(oneOf(inclusions), 'More members of `meta`.')),
  as_of: Type.Optional(instant('The figures that were current then.')),
  format: Type.Optional(
    oneOf(answerFormats, 'The format of the answer. Without it, the `Accept` header decides.'),
  ),
}

/** The parameters in the query of the report endpoint. */
export const reportQuery = Type.Object(shared)

/** The same in a body. */
export const reportBody = Type.Object({
  ...shared,
  filters: Type.Optional(
    Type.Array(
      Type.Object({
        dimension: text('As a column, such as `country`.'),
        operator: oneOf(['is', 'is_not']),
        values: Type.Array(text()),
      }),
      { description: 'Filters in another form.' },
    ),
  ),
})
