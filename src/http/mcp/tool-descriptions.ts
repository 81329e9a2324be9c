import { type TObject, type TProperties, type TSchema, Type } from 'typebox'
import { labelNames, shownLabel } from '../../facts/label-names.ts'
import { changeKinds, effectNames } from '../../insight/effects.ts'
import { leftOutReasons } from '../../insight/reported.ts'
import { type ClaimUnit, claimUnits } from '../../reporting/claimed-value.ts'
import type { ToolName } from '../../use-cases/tools/ask-tool.ts'
import { claimBounds, verdicts } from '../../use-cases/tools/check-claims.ts'
import { breakdownRows, explainFilters } from '../../use-cases/tools/explain-change.ts'
import { restatements } from '../../use-cases/tools/list-changes.ts'
import { reportRows } from '../../use-cases/tools/run-report.ts'
import { comparisons } from '../../values/compared-range.ts'
import { day, instant, nullable, oneOf, text } from '../openapi/members.ts'
import { reportBody } from '../report/parameter-schema.ts'

/** A tool as agents see it. Names that others chose are never in it. */
export interface ToolDescription {
  readonly title: string
  readonly description: string
  readonly input: TObject
  readonly output: TObject
}

const object = (properties: TProperties, description?: string): TObject =>
  Type.Object(properties, { additionalProperties: false, ...(description && { description }) })
const list = (properties: TProperties, description?: string) =>
  Type.Array(object(properties), description ? { description } : {})
const each = <Name extends string>(names: readonly Name[], schema: TSchema): TProperties =>
  Object.fromEntries(names.map((name) => [name, schema]))
const texts = Type.Array(text())
const whole = Type.Integer()

const { developer: _developer, format: _format, ...rest } = reportBody.properties
const reportParameters: TProperties = rest
const { start_date, end_date, days } = rest
const limit = ({ most, byDefault }: typeof reportRows, what: string) =>
  Type.Optional(
    Type.Integer({ minimum: 1, maximum: most, description: `${what}; ${byDefault} when absent.` }),
  )

const range = { start_date: day(), end_date: day() }
const as_of = nullable(instant('When these figures changed last; null without any.'))
const currency = text('ISO 4217, of all money.')
const has_more = Type.Boolean()
const citation = nullable(text('A path that shows these figures then and now.'))
const note = nullable(text('How to ask for the rest, when the answer is cut.'))
const number = Type.Union([Type.Number(), Type.String()], {
  description: 'A decimal; as text where it has more digits than a number holds exactly.',
})
const cell = Type.Union([Type.Number(), Type.String(), Type.Null()])
const claimUnitNames = Object.keys(claimUnits) as ClaimUnit[]
const statuses = ['missing', 'estimated', 'restating', 'final'] as const
const sums = nullable(object(each(['revenue', 'impressions', 'clicks'], number)))
const amounts = object({ revenue: number, impressions: number, ecpm: nullable(number) })
const contribution = {
  current: amounts,
  previous: amounts,
  change: number,
  effects: object(each(effectNames, number), 'Parts of the change of revenue; they add up to it.'),
}
const coverage = {
  compared_days: whole,
  left_out_days: whole,
  left_out: list(
    { ...range, reason: oneOf(leftOutReasons) },
    'Days that are in neither sum, such as those that were not reported.',
  ),
}
const described = { name: text(), description: text() }

export const toolDescriptions: Readonly<Record<ToolName, ToolDescription>> = {
  describe_data: {
    title: 'What there is to ask about',
    description:
      'Lists the apps, networks, ad formats, countries, days, dimensions and metrics of the account. Call it first: the other tools take these names.',
    input: object({}),
    output: Type.Object({
      as_of,
      today: day('The current UTC day, whose figures are not complete.'),
      currency,
      first_day: nullable(day()),
      last_day: nullable(day()),
      dimensions: Type.Array(Type.Object(described)),
      metrics: Type.Array(Type.Object({ ...described, unit: text() })),
      values: object({
        app_id: list({ app_id: text(), app_name: text(), platform: text() }),
        ...each(labelNames.map(shownLabel), texts),
      }),
      has_more_ad_tags: Type.Boolean(),
      cut: Type.Array(text(), { description: 'Dimensions with more values than are listed.' }),
      has_more_apps: Type.Boolean(),
    }),
  },
  run_report: {
    title: 'Any figures',
    description:
      'Figures by any dimensions, with totals of all rows. A missing report is not a zero: look at freshness before you call something a drop. Days that are not final may still change.',
    input: object({ ...reportParameters, limit: limit(reportRows, 'The most rows') }),
    output: Type.Object({
      as_of,
      ...range,
      currency,
      freshness: Type.Optional(
        Type.Object(each(statuses, whole), {
          description: 'How many days of networks have each status now, and the worst of them.',
        }),
      ),
      columns: texts,
      rows: Type.Array(Type.Array(cell), { description: 'A value for each column.' }),
      totals: Type.Object({}, { additionalProperties: cell, description: 'Of all rows.' }),
      has_more,
      next_cursor: nullable(text()),
      citation: Type.Optional(citation),
      note,
    }),
  },
  explain_change: {
    title: 'Why revenue changed',
    description:
      'Splits the change of revenue between two ranges by app, network and country, and into volume (impressions), price (eCPM), new and ended. Only days that a network reported in both ranges are compared; left_out has the others.',
    input: object({
      start_date,
      end_date,
      days,
      compare: Type.Union([oneOf(comparisons), day()], {
        description: 'The earlier range, or the first day of an equally long one.',
      }),
      ...Object.fromEntries(explainFilters.map((name) => [name, reportParameters[name]!])),
      limit: limit(breakdownRows, 'The most rows of each breakdown'),
    }),
    output: object({
      as_of,
      currency,
      ...range,
      compare_start_date: nullable(day()),
      compare_end_date: nullable(day()),
      ...coverage,
      networks: list({ network: text(), ...coverage }),
      total: object(contribution),
      citation,
      not_compared: object({ current: amounts, previous: amounts }),
      breakdowns: list({
        by: texts,
        citation,
        rows: list({
          app_id: Type.Optional(nullable(text())),
          app_name: Type.Optional(nullable(text())),
          network: Type.Optional(text()),
          country: Type.Optional(text()),
          kind: oneOf(changeKinds),
          ...contribution,
        }),
        others: nullable(object({ count: whole, ...contribution })),
      }),
    }),
  },
  list_changes: {
    title: 'What networks restated',
    description:
      'Lists figures of a day, app and network that changed after they were first reported, oldest change first, with sums before and after. Pass since or cursor.',
    input: object({
      since: Type.Optional(instant('Changes after this time.')),
      cursor: Type.Optional(text('The next_cursor of an earlier answer.')),
      limit: limit(restatements, 'The most changes'),
    }),
    output: object({
      as_of,
      currency,
      changes: list({
        date: day(),
        app_id: nullable(text()),
        network: text(),
        changed_at: instant(),
        before: sums,
        after: sums,
        citation,
      }),
      has_more,
      next_cursor: text(),
      note,
    }),
  },
  get_freshness: {
    title: 'How complete the figures are',
    description:
      'Tells for each network which days are missing (not reported), estimated (reported once), restating (changed since, may change again) or final.',
    input: object({ start_date, end_date, days, network: reportParameters.network! }),
    output: object({
      as_of,
      ...range,
      network_days: object(each(statuses, whole)),
      spans: list(
        { network: text(), status: oneOf(statuses), ...range, last_change_at: nullable(instant()) },
        'Days in a row with the same status; the latest first.',
      ),
      has_more,
      note,
    }),
  },
  check_claims: {
    title: 'Are these figures right?',
    description:
      'Checks figures before you send them, or that somebody sent you: right, wrong, restated (it was right, and changed since) or cannot_check. value is the right one now, in units of one. Each claim needs the citation of an answer, or its question.',
    input: object({
      claims: Type.Array(
        object({
          value: Type.Union([Type.Number(), text('A plain decimal.')]),
          metric: text('A metric of the question, or another column with numbers.'),
          row: Type.Optional(
            Type.Object({}, { description: 'Columns with their values; totals when absent.' }),
          ),
          unit: Type.Optional(oneOf(claimUnitNames, 'Of the value; one when absent.')),
          decimals: Type.Optional(
            Type.Integer({
              description:
                'Places that it was rounded to, −3 for thousands; those of value when absent.',
            }),
          ),
          citation: Type.Optional(text('The citation of a report.')),
          question: Type.Optional(
            Type.Object(
              {},
              { description: 'Or arguments of run_report; with as_of, of that time.' },
            ),
          ),
        }),
        { minItems: 1, maxItems: claimBounds.claims },
      ),
    }),
    output: object({
      currency,
      results: list(
        {
          verdict: oneOf(verdicts),
          value: nullable(number),
          value_then: nullable(number),
          as_of,
          freshness: nullable(oneOf(statuses, 'The worst of its days, if that is known.')),
          reason: nullable(text('Why it cannot be checked.')),
        },
        'In the order of the claims.',
      ),
    }),
  },
}
