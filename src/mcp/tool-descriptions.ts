import { type TObject, type TProperties, Type } from 'typebox'
import { day, instant, nullable, oneOf, text } from '../http/openapi/members.ts'
import { reportBody } from '../http/report/parameter-schema.ts'
import { changeKinds, effectNames } from '../insight/effects.ts'
import { leftOutReasons } from '../insight/reported.ts'
import type { ToolName } from '../use-cases/tools/ask-tool.ts'
import { breakdownRows, explainFilters } from '../use-cases/tools/explain-change.ts'
import { restatements } from '../use-cases/tools/list-changes.ts'
import { reportRows } from '../use-cases/tools/run-report.ts'
import { comparisons } from '../values/compared-range.ts'

/** A tool as agents see it. Names that others chose are never in it. */
export interface ToolDescription {
  readonly title: string
  readonly description: string
  readonly input: TObject
  readonly output: TObject
}

const closed = { additionalProperties: false } as const

const { developer: _developer, format: _format, ...rest } = reportBody.properties
const reportParameters: TProperties = rest
const { start_date, end_date, days } = rest

const limit = ({ most, byDefault }: typeof reportRows, what: string) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, description: `${what}; ${byDefault} when absent.` }),
  )

const answer = { as_of: nullable(instant('When these figures changed last; null without any.')) }
const currency = text('ISO 4217, of all money.')
const note = nullable(text('How to ask for the rest, when the answer is cut.'))
const number = Type.Union([Type.Number(), Type.String()], {
  description: 'A decimal; as text where it has more digits than a number holds exactly.',
})
const cell = Type.Union([Type.Number(), Type.String(), Type.Null()])
const counts = (...names: readonly string[]) =>
  Type.Object(Object.fromEntries(names.map((name) => [name, Type.Integer()])), closed)

const amounts = Type.Object(
  { revenue: number, impressions: number, ecpm: nullable(number) },
  closed,
)
const contribution = {
  current: amounts,
  previous: amounts,
  change: number,
  effects: Type.Object(Object.fromEntries(effectNames.map((name) => [name, number])), {
    ...closed,
    description: 'Parts of the change of revenue; they add up to it exactly.',
  }),
}
const coverage = {
  compared_days: Type.Integer(),
  left_out_days: Type.Integer(),
  left_out: Type.Array(
    Type.Object({ start_date: day(), end_date: day(), reason: oneOf(leftOutReasons) }, closed),
    { description: 'Days that are in neither sum, such as those that were not reported.' },
  ),
}
const totals = nullable(
  Type.Object({ revenue: number, impressions: number, clicks: number }, closed),
)

export const toolDescriptions: Readonly<Record<ToolName, ToolDescription>> = {
  describe_data: {
    title: 'What there is to ask about',
    description:
      'Lists the apps, networks, ad formats, countries, days, dimensions and metrics of the account. Call it first: the other tools take these names.',
    input: Type.Object({}, closed),
    output: Type.Object({
      ...answer,
      today: day('The current UTC day, whose figures are not complete.'),
      currency,
      first_day: nullable(day()),
      last_day: nullable(day()),
      dimensions: Type.Array(Type.Object({ name: text(), description: text() })),
      metrics: Type.Array(Type.Object({ name: text(), unit: text(), description: text() })),
      values: Type.Object({
        app_id: Type.Array(Type.Object({ app_id: text(), app_name: text(), platform: text() })),
        ...Object.fromEntries(
          ['network', 'ad_format', 'country', 'ad_tag', 'source'].map((name) => [
            name,
            Type.Array(text()),
          ]),
        ),
      }),
      has_more_ad_tags: Type.Boolean(),
      has_more_apps: Type.Boolean(),
    }),
  },
  run_report: {
    title: 'Any figures',
    description:
      'Figures by any dimensions, with totals of all rows. A missing report is not a zero: look at freshness before you call something a drop. Days that are not final may still change.',
    input: Type.Object({ ...reportParameters, limit: limit(reportRows, 'The most rows') }, closed),
    output: Type.Object({
      ...answer,
      start_date: day(),
      end_date: day(),
      currency,
      freshness: Type.Object(
        {},
        { description: 'How many days of networks have each status, and the worst of them.' },
      ),
      columns: Type.Array(text()),
      rows: Type.Array(Type.Array(cell), { description: 'Each has a value for each column.' }),
      totals: Type.Object({}, { additionalProperties: cell, description: 'Of all rows.' }),
      has_more: Type.Boolean(),
      next_cursor: nullable(text()),
      note,
    }),
  },
  explain_change: {
    title: 'Why revenue changed',
    description:
      'Splits the change of revenue between two ranges by app, network and country, and into volume (impressions), price (eCPM), new and ended. Only days that a network reported in both ranges are compared; left_out has the others.',
    input: Type.Object(
      {
        start_date,
        end_date,
        days,
        compare: Type.Union([oneOf(comparisons), day()], {
          description: 'The earlier range, or the first day of an equally long one.',
        }),
        ...Object.fromEntries(explainFilters.map((name) => [name, reportParameters[name]!])),
        limit: limit(breakdownRows, 'The most rows of each breakdown'),
      },
      closed,
    ),
    output: Type.Object(
      {
        ...answer,
        currency,
        start_date: day(),
        end_date: day(),
        compare_start_date: nullable(day()),
        compare_end_date: nullable(day()),
        ...coverage,
        networks: Type.Array(Type.Object({ network: text(), ...coverage }, closed)),
        total: Type.Object(contribution, closed),
        not_compared: Type.Object({ current: amounts, previous: amounts }, closed),
        breakdowns: Type.Array(
          Type.Object(
            {
              by: Type.Array(text()),
              rows: Type.Array(
                Type.Object(
                  {
                    app_id: Type.Optional(nullable(text())),
                    app_name: Type.Optional(nullable(text())),
                    network: Type.Optional(text()),
                    country: Type.Optional(text()),
                    kind: oneOf(changeKinds),
                    ...contribution,
                  },
                  closed,
                ),
              ),
              others: nullable(Type.Object({ count: Type.Integer(), ...contribution }, closed)),
            },
            closed,
          ),
        ),
      },
      closed,
    ),
  },
  list_changes: {
    title: 'What networks restated',
    description:
      'Lists figures of a day, app and network that changed after they were first reported, oldest change first, with sums before and after. Pass since or cursor.',
    input: Type.Object(
      {
        since: Type.Optional(instant('Changes after this time.')),
        cursor: Type.Optional(text('The next_cursor of an earlier answer.')),
        limit: limit(restatements, 'The most changes'),
      },
      closed,
    ),
    output: Type.Object(
      {
        ...answer,
        currency,
        changes: Type.Array(
          Type.Object(
            {
              date: day(),
              app_id: nullable(text()),
              network: text(),
              changed_at: instant(),
              before: totals,
              after: totals,
            },
            closed,
          ),
        ),
        has_more: Type.Boolean(),
        next_cursor: text(),
        note,
      },
      closed,
    ),
  },
  get_freshness: {
    title: 'How complete the figures are',
    description:
      'Tells for each network which days are missing (not reported), estimated (reported once), restating (changed since, may change again) or final.',
    input: Type.Object({ start_date, end_date, days, network: reportParameters.network! }, closed),
    output: Type.Object(
      {
        ...answer,
        start_date: day(),
        end_date: day(),
        network_days: counts('missing', 'estimated', 'restating', 'final'),
        spans: Type.Array(
          Type.Object(
            {
              network: text(),
              status: oneOf(['missing', 'estimated', 'restating', 'final']),
              start_date: day(),
              end_date: day(),
              last_change_at: nullable(instant()),
            },
            closed,
          ),
          { description: 'Days in a row with the same status; the latest first.' },
        ),
        has_more: Type.Boolean(),
        note,
      },
      closed,
    ),
  },
}
