import type { ComparedRange } from '../../values/compared-range.ts'
import { type Day, type DaySpan, formatDay } from '../../values/day.ts'
import { firstDayOfMonth, lastDayOfMonth } from '../../values/months.ts'
import type { ParameterReader } from './given-values.ts'
import { filterParameter, type ReportQuestion } from './report-question.ts'
import {
  isSettledMetric,
  type ParameterName,
  type WireDimension,
  type WireMetric,
} from './vocabulary.ts'

/** The dimensions and filters of what networks owe and paid. */
const settledDimensions: readonly WireDimension[] = [
  'month',
  'network',
  'app_id',
  'app_name',
  'platform',
  'currency',
]
const settledFilters: readonly WireDimension[] = ['network', 'app_id', 'platform']

/** Whether a question is about what networks owe and paid: then all of its metrics are. */
export const isSettledQuestion = ({ metrics }: Pick<ReportQuestion, 'metrics'>): boolean =>
  metrics.some(isSettledMetric)

/** The parts of a question; null where they were refused. */
interface AskedParts
  extends Pick<ReportQuestion, 'dimensions' | 'metrics' | 'filters' | 'comparison' | 'includes'> {
  readonly days: DaySpan | null
  /** Metrics of conditions. */
  readonly conditions: readonly WireMetric[]
}

/**
 * Refuses what closes and statements do not tell: they are of whole months, networks and sometimes apps.
 *
 * @param today tells the current UTC day
 */
export function refuseUnsettled(
  reader: ParameterReader,
  asked: AskedParts,
  today: () => Day,
): void {
  const { metrics, conditions, dimensions, filters, days, comparison, includes } = asked
  const all = [...new Set([...metrics, ...conditions])]
  const settled = all.filter(isSettledMetric)
  if (settled.length === 0) return
  const [is, it] = settled.length === 1 ? ['is', 'it'] : ['are', 'them']
  const named = settled.join(', ')
  if (settled.length < all.length) {
    const isByCondition = new Set(metrics.map(isSettledMetric)).size === 1
    reader.refuse(
      isByCondition ? 'having' : 'metrics',
      `${named} ${is} not accepted beside metrics of figures: ask for ${it} in a question of its own`,
    )
    return
  }
  const without = dimensions.filter((name) => !settledDimensions.includes(name))
  if (without.length > 0) {
    const known = settledDimensions.join(', ')
    reader.refuse(
      'dimensions',
      `${named} ${is} not known by ${without.join(', ')}: ${known} are accepted`,
    )
  }
  const refuse = (parameter: string, why: string) =>
    reader.refuse(parameter, `is not accepted with ${named}: ${why}`)
  for (const filter of filters.filter(({ name }) => !settledFilters.includes(name))) {
    refuse(filterParameter(filter), `filter by ${settledFilters.join(', ')}`)
  }
  if (days && !isOfMonths(days, today())) {
    const fixed = startsMonth(days) ? 'end_date' : 'start_date'
    const first = formatDay(firstDayOfMonth(days.firstDay))
    const last = formatDay(lastDayOfMonth(days.lastDay))
    reader.refuse(
      reader.has('days') ? 'days' : fixed,
      `${named} ${is} of whole months, or of this one up to today: ask for ${first} to ${last}`,
    )
  }
  if (comparison && 'days' in comparison.shift) {
    reader.refuse('compare', `with ${named}, previous_month and previous_year are accepted`)
  }
  const ofFigures = includes.find((one) => one !== 'total_rows')
  if (ofFigures) refuse('include', `${ofFigures} is of figures. Leave it out`)
  for (const name of ['compare_days', 'as_of'] satisfies ParameterName[]) {
    if (reader.has(name)) refuse(name, 'it is about figures. Leave it out')
  }
}

const startsMonth = ({ firstDay }: DaySpan): boolean => firstDay === firstDayOfMonth(firstDay)

const isOfMonths = (days: DaySpan, today: Day): boolean =>
  startsMonth(days) && [lastDayOfMonth(days.lastDay), today].includes(days.lastDay)

/** A range of months up to the end of its last one: the one before 1 to 28 February ends on 28 January. */
export const toWholeMonths = ({ days, shift }: ComparedRange): ComparedRange => ({
  days: { ...days, lastDay: lastDayOfMonth(days.lastDay) },
  shift,
})
