import { type Static, Type } from 'typebox'
import { gapGroupings } from '../../ledger/gap-labels.ts'
import { tolerancePattern } from '../../use-cases/find-gaps.ts'
import type { DaySpan } from '../../values/day.ts'
import { formatDay } from '../../values/day.ts'
import { instantAccepts } from '../../values/instant.ts'
import { badParameters } from '../answer/problems.ts'
import { oneOf } from '../openapi/members.ts'
import { dayParameter } from '../parameters/day-range.ts'
import { wholeNumberParameter } from '../parameters/whole-number.ts'
import { type FiltersQuery, filters } from './wire-schema.ts'

const days = {
  start_date: dayParameter('the first day'),
  end_date: dayParameter('the last day'),
}

/** Restatements and reconciliations are of whole slices, without formats and countries. */
const { app_id, platform, network } = filters
const sliceFilters = { app_id, platform, network }

/** The filters of a query that slices have. Others, such as a country, stay in it as they were sent. */
export const sliceFiltersOf = ({ app_id, platform, network }: FiltersQuery): FiltersQuery => ({
  ...(app_id && { app_id }),
  ...(platform && { platform }),
  ...(network && { network }),
})

const maxRestatedDays = 500

export const restatementsQuery = Type.Object({
  ...days,
  ...sliceFilters,
  limit: Type.Optional(
    wholeNumberParameter(
      { minimum: 1, maximum: maxRestatedDays },
      `how many days are listed, 1 to ${maxRestatedDays}`,
    ),
  ),
})

export const defaultRestatedDays = 200

export const earlierFiguresQuery = Type.Object({
  ...days,
  ...filters,
  as_of: Type.String({
    format: 'instant',
    description: instantAccepts,
  }),
})

export const reconciliationQuery = Type.Object({
  ...days,
  ...sliceFilters,
  report: Type.String({
    minLength: 1,
    maxLength: 64,
    description: 'the name of a secondary report, 1 to 64 characters',
  }),
  tolerance: Type.Optional(
    Type.String({
      maxLength: 6,
      pattern: tolerancePattern,
      description: 'a percentage from 0 to 100 with at most two decimals',
    }),
  ),
  by: oneOf(gapGroupings, `one of ${gapGroupings.join(', ')}`),
  within_start_date: Type.Optional(dayParameter('the first day that is shown')),
  within_end_date: Type.Optional(dayParameter('the last day that is shown')),
})

export type ReconciliationQuery = Static<typeof reconciliationQuery>

/**
 * The days of a reconciliation that are shown: a part of the compared ones.
 *
 * @param compared a valid range
 * @throws Problem `bad_parameters` when there are none, or others
 */
export function withinOf(
  { within_start_date: first, within_end_date: last }: ReconciliationQuery,
  compared: DaySpan,
): DaySpan {
  const within = { firstDay: first ?? compared.firstDay, lastDay: last ?? compared.lastDay }
  const accepts = `expected days from ${formatDay(compared.firstDay)} to ${formatDay(compared.lastDay)}, the first one first`
  const isInside = within.firstDay >= compared.firstDay && within.lastDay <= compared.lastDay
  if (isInside && within.firstDay <= within.lastDay) return within
  const parameter = first === undefined ? 'within_end_date' : 'within_start_date'
  const shown = `${formatDay(within.firstDay)} to ${formatDay(within.lastDay)}`
  throw badParameters([{ parameter, message: `${shown} is not accepted; ${accepts}` }])
}
