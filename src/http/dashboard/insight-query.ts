import { type Static, Type } from 'typebox'
import { comparisons } from '../../values/compared-range.ts'
import { oneOf } from '../openapi/members.ts'
import { dayParameter } from '../parameters/day-range.ts'
import { wholeNumberParameter } from '../parameters/whole-number.ts'
import { filters } from './wire-schema.ts'

const days = {
  start_date: dayParameter('the first day'),
  end_date: dayParameter('the last day'),
}

const limit = (maximum: number, what: string) =>
  Type.Optional(
    wholeNumberParameter({ minimum: 1, maximum }, `how many ${what} are listed, 1 to ${maximum}`),
  )

export const compareAccepts = `one of ${comparisons.join(', ')}`

const comparedRanges = {
  ...days,
  compare: Type.Optional(oneOf(comparisons, compareAccepts)),
  compare_start_date: Type.Optional(
    dayParameter('the first day of a range with as many days, before start_date'),
  ),
  ...filters,
}

export const comparisonQuery = Type.Object(comparedRanges)

export type ComparedRangesQuery = Static<typeof comparisonQuery>

export const contributionsQuery = Type.Object({
  ...comparedRanges,
  limit: limit(200, 'rows of each breakdown'),
})

export const defaultContributions = 20

/** The dimension that is searched for anomalies beside the total. */
export const anomalyGroups = ['network', 'app_id'] as const

export const anomaliesQuery = Type.Object({
  ...days,
  ...filters,
  by: Type.Optional(oneOf(anomalyGroups, 'network or app_id; both without it')),
  limit: limit(500, 'days'),
})

export const defaultAnomalies = 100
/** The longest range that is searched for anomalies. */
export const maxAnomalyDays = 366
