import { type Static, Type } from 'typebox'
import { changeKinds, effectNames } from '../../insight/effects.ts'
import { leftOutReasons } from '../../insight/reported.ts'
import { comparisons } from '../../values/compared-range.ts'
import { count, day, instant, nullable, oneOf, text } from '../openapi/members.ts'
import { app, ofAccount, status, sums, wireNumber } from './answer-schema.ts'

const ratio = (description: string) => nullable(Type.Number({ description }))

const amounts = Type.Object({
  impressions: wireNumber,
  revenue_micros: wireNumber,
  ecpm_micros: nullable(wireNumber),
})

const changeRatio = ratio('(current − previous) ÷ previous.')

/** A metric of the days that are compared; null where it is unknown. */
const change = Type.Object({
  current: nullable(wireNumber),
  previous: nullable(wireNumber),
  change: nullable(wireNumber),
  change_ratio: changeRatio,
  no_ratio_reason: nullable(
    oneOf(
      ['nothing_compared', 'nothing_before', 'negative_before'],
      'Why there is no ratio: no day is reported in both ranges; the previous value is 0; it is below 0.',
    ),
  ),
})

const span = { start_date: day(), end_date: day() }

const leftOut = Type.Object({
  ...span,
  reason: oneOf(leftOutReasons, 'Why days are not compared; docs/insight.md explains each.'),
})

/** How many days are compared, and which are not. */
const coverage = {
  compared_days: count(),
  left_out_days: count(),
  left_out: Type.Array(leftOut, { description: 'At most 100 spans, the latest ones.' }),
}

const likeWithLike = {
  ...coverage,
  revenue_micros: change,
  impressions: change,
  ecpm_micros: change,
}

const ranges = {
  ...span,
  compare: nullable(oneOf(comparisons, 'Null for a range that was asked for by its first day.')),
  compare_start_date: nullable(day('Null when the other range has none of the days.')),
  compare_end_date: nullable(day()),
}

const comparison = {
  ...ranges,
  total: amounts,
  ...likeWithLike,
  networks: Type.Array(Type.Object({ network: text(), ...likeWithLike })),
}

/** Of the days that are compared. */
const comparedSums = { current: sums, previous: sums }

const column = () => Type.Array(nullable(wireNumber))

export const comparisonAnswer = Type.Object({
  ...ofAccount,
  ...comparison,
  days: Type.Object(
    {
      date: Type.Array(day()),
      compare_date: Type.Array(nullable(day())),
      revenue_micros: column(),
      compare_revenue_micros: column(),
      impressions: column(),
      compare_impressions: column(),
    },
    { description: 'Of the networks that are compared on the day; null where none is.' },
  ),
  compared: nullable(
    Type.Object(
      { ...comparedSums, groups: Type.Array(Type.Object({ key: text(), ...comparedSums })) },
      { description: 'Of each group on the days that are compared; null without `by`.' },
    ),
  ),
})

const effects = Type.Object(
  Object.fromEntries(effectNames.map((name) => [`${name}_micros`, wireNumber])) as Record<
    `${(typeof effectNames)[number]}_micros`,
    typeof wireNumber
  >,
  { description: 'They add up to change_micros.' },
)

const contribution = {
  current: amounts,
  previous: amounts,
  change_micros: wireNumber,
  change_ratio: changeRatio,
  effects,
}

const contributionRow = Type.Object({
  app: nullable(app),
  network: nullable(text()),
  country: nullable(text()),
  kind: oneOf(changeKinds),
  ...contribution,
})

export const contributionsAnswer = Type.Object({
  ...ofAccount,
  ...ranges,
  ...coverage,
  networks: Type.Array(Type.Object({ network: text(), ...coverage })),
  total: Type.Object(contribution),
  breakdowns: Type.Array(
    Type.Object({
      by: Type.Array(oneOf(['app_id', 'network', 'country'])),
      rows: Type.Array(contributionRow, { description: 'By the size of the change.' }),
      others: nullable(
        Type.Object({ count: count(), ...contribution }, { description: 'All other rows.' }),
      ),
    }),
  ),
})

const anomaly = Type.Object({
  date: day(),
  scope: oneOf(['total', 'network', 'app_id']),
  app: nullable(app),
  network: nullable(text()),
  revenue_micros: wireNumber,
  expected_micros: wireNumber,
  low_micros: wireNumber,
  high_micros: wireNumber,
  change_ratio: ratio('(revenue − expected) ÷ expected.'),
  weeks: count('How many same weekdays it is judged by.'),
  unjudged_networks: Type.Array(text()),
})

export const anomaliesAnswer = Type.Object({
  ...ofAccount,
  ...span,
  count: count('How many there are, listed or not.'),
  anomalies: Type.Array(anomaly, { description: 'Furthest from what was expected first.' }),
})

const forecast = {
  month_start_date: day(),
  month_end_date: day(),
  so_far_micros: wireNumber,
  point_micros: nullable(wireNumber),
  low_micros: nullable(wireNumber),
  high_micros: nullable(wireNumber),
  rehearsals: count('How many stretches of earlier months the range was found from.'),
  days: Type.Array(
    Type.Object({
      date: day(),
      reported_micros: nullable(wireNumber),
      expected_micros: nullable(wireNumber),
    }),
    { description: 'All days add up to point_micros.' },
  ),
}

export const forecastAnswer = Type.Object({ ...ofAccount, ...forecast })

export const morningAnswer = Type.Object({
  ...ofAccount,
  today: day(),
  figures_to: nullable(day('The last day that a network reported.')),
  complete_to: nullable(day('The last day that all networks in use have reached.')),
  networks: Type.Array(
    Type.Object({
      network: text(),
      last_date: day(),
      last_change_at: nullable(instant()),
      status: nullable(status),
      missing: Type.Array(Type.Object(span)),
    }),
  ),
  periods: Type.Array(
    Type.Object({
      period: oneOf(['yesterday', 'last_7', 'month_to_date']),
      ...span,
      reported_days: count('Days that any network has reported.'),
      comparisons: Type.Array(Type.Object(comparison)),
    }),
  ),
  forecast: Type.Object(forecast),
})

export type ChangeAnswer = Static<typeof change>
export type ComparisonAnswer = Static<typeof comparisonAnswer>
export type ContributionsAnswer = Static<typeof contributionsAnswer>
export type ContributionAnswer = Static<typeof contributionRow>
export type AnomalyAnswer = Static<typeof anomaly>
export type AnomaliesAnswer = Static<typeof anomaliesAnswer>
export type ForecastAnswer = Static<typeof forecastAnswer>
export type MorningAnswer = Static<typeof morningAnswer>
