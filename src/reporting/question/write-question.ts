import { comparisons, namedRanges } from '../../values/compared-range.ts'
import { formatDay } from '../../values/day.ts'
import { formatDecimal } from '../../values/decimal.ts'
import { formatInstant } from '../../values/instant.ts'
import { type Metric, metrics } from '../metrics.ts'
import { filterParameter, type ReportQuestion } from './report-question.ts'
import { wireMetrics } from './vocabulary.ts'

/** Parameters of the report endpoint, as in a JSON body. */
export type WrittenQuestion = Readonly<Record<string, string | number | readonly string[]>>

/**
 * Writes a question as parameters that mean the same on every day: a reader gets the same question from them. The page
 * is left out.
 */
export function writeQuestion(question: ReportQuestion): WrittenQuestion {
  const { days, dimensions, metrics: asked, filters, orderBy, having, asOfMs, limit } = question
  const lists = [
    ['dimensions', dimensions],
    ['metrics', asked],
    ...filters.map((filter) => [filterParameter(filter), filter.values] as const),
    ['order_by', orderBy.map(writeOrder)],
    ['having', having.map(writeCondition)],
    ['include', question.includes],
  ] as const
  return {
    start_date: formatDay(days.firstDay),
    end_date: formatDay(days.lastDay),
    ...Object.fromEntries(lists.filter(([, values]) => values.length > 0)),
    ...(question.comparison && { compare: writeComparison(question) }),
    ...(question.isOfReportedDays && { compare_days: 'reported' }),
    ...(question.fillsDates && { fill: 'dates' }),
    ...(asOfMs !== null && { as_of: formatInstant(asOfMs) }),
    ...(limit !== null && { limit }),
  }
}

const writeOrder = ({ by, of, descending }: ReportQuestion['orderBy'][number]): string =>
  `${of ? `${of}_` : ''}${by}:${descending ? 'desc' : 'asc'}`

function writeCondition({ by, operator, value }: ReportQuestion['having'][number]): string {
  const { decimals }: Metric = metrics[wireMetrics[by]]
  return `${by}:${operator}:${formatDecimal({ units: BigInt(value), places: decimals })}`
}

/** The name of a range, since a range by months is not told by its first day. */
function writeComparison({ days, comparison }: ReportQuestion): string {
  const text = JSON.stringify(comparison)
  const name = comparisons.find((one) => JSON.stringify(namedRanges[one](days)) === text)
  return name ?? formatDay(comparison!.days.firstDay)
}
