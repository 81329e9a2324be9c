import { type AnswerFormat, answerFormats } from '../../values/answer-format.ts'
import {
  type ComparedRange,
  comparisons,
  namedRanges,
  rangeFrom,
} from '../../values/compared-range.ts'
import { type Day, type DaySpan, formatDay, parseDay } from '../../values/day.ts'
import { instantAccepts, parseInstant } from '../../values/instant.ts'
import { nearestName } from '../../values/nearest-name.ts'
import { isPlainSum } from '../metrics.ts'
import { columnsOf, type SourcedColumn } from '../table/table-columns.ts'
import { refuseMixedEarnings, refuseWithoutAge } from './deep-question.ts'
import { type GivenParameters, ParameterReader } from './given-values.ts'
import { maxFaults, refuseParameters } from './question-error.ts'
import { readDays } from './read-days.ts'
import { readFilters } from './read-filters.ts'
import { readHaving } from './read-having.ts'
import type { ReportQuestion } from './report-question.ts'
import { isSettledQuestion, refuseUnsettled, toWholeMonths } from './settled-question.ts'
import { refuseUnsharedLabels } from './shared-labels.ts'
import { dimensionSynonyms, metricSynonyms, parameterSynonyms } from './synonyms.ts'
import {
  defaultMetrics,
  dimensionNames,
  inclusions,
  kindsOfMetric,
  metricNames,
  parameterNames,
  timeNames,
  type WireDimension,
  type WireMetric,
  wireMetrics,
} from './vocabulary.ts'

/** The most rows of a page. */
export const maxLimit = 100_000
/** Pages are read into memory: wide ones have fewer rows. */
const maxPageCells = 1_000_000

const firstDay = parseDay('0000-01-01')!
const lastDay = parseDay('9999-12-31')!
/** Weeks of earlier days are named by a Monday before the year 0, which has no text. */
const firstMonday = parseDay('0000-01-03')!

/** A client's question, and the format of the answer; null where the client does not say. */
export interface RequestedReport {
  readonly question: ReportQuestion
  readonly format: AnswerFormat | null
}

/**
 * Reads the parameters of the report endpoint.
 *
 * @param today tells the current UTC day, for relative days
 * @throws QuestionError `bad_parameters` with everything that is not accepted
 */
export function readQuestion(
  given: GivenParameters,
  maxRangeDays: number,
  today: () => Day,
): RequestedReport {
  const reader = new ParameterReader(given)
  refuseUnknown(reader, given.notation)
  const days = readDays(reader, maxRangeDays, today)
  const dimensions = readDimensions(reader, days)
  const metrics = readMetrics(reader)
  const filters = readFilters(reader, given.notation === 'json' ? given.values.filters : undefined)
  const limit = reader.one('limit', limitOf, `1 to ${maxLimit} rows; all rows when absent`)
  const cursor = reader.one('cursor', textOf, 'the next_cursor of the page before')
  const comparison = readComparison(reader, days)
  const isOfReportedDays = readComparedDays(reader)
  const columns = columnsOf({ dimensions, metrics, comparison, isOfReportedDays })
  const orderBy = readOrder(reader, columns)
  const having = readHaving(reader, dimensions)
  const conditions = having.map(({ by }) => by)
  const asked = { dimensions, filters, metrics, conditions }
  refuseUnsharedLabels(reader, asked)
  refuseWithoutAge(reader, asked)
  refuseMixedEarnings(reader, asked)
  if (
    isOfReportedDays &&
    metrics.some((name) => kindsOfMetric(name).some((kind) => kind !== 'figures'))
  ) {
    reader.refuse(
      'compare_days',
      'is of networks, which only ad figures are known by. Leave it out',
    )
  }
  if (having.length > 0 && metrics.includes('dau')) {
    const why = 'is not accepted with the metric dau, whose average no sum of some rows tells'
    reader.refuse('having', `${why}. Ask for user_days`)
  }
  const mostRows = Math.floor(maxPageCells / columns.length)
  if (limit !== null && limit > mostRows) {
    reader.refuse(
      'limit',
      `is at most ${mostRows} rows with this many columns; all rows when absent`,
    )
  }
  const fill = reader.one('fill', (text) => (text === 'dates' ? text : null), 'dates')
  if (fill && !timeNames.some((name) => dimensions.includes(name))) {
    reader.refuse('fill', `needs ${timeNames.join(', ')} as a dimension: nothing else is filled`)
  }
  const includes =
    reader.list('include', (text) => oneOf(inclusions, text), inclusions.join(', ')) ?? []
  const asOfMs = reader.one('as_of', parseInstant, instantAccepts)
  if (asOfMs !== null && includes.includes('freshness')) {
    reader.refuse('include', 'freshness is of now, so it is not accepted with as_of')
  }
  const parts = { dimensions, metrics, conditions, filters, days, comparison, includes }
  refuseUnsettled(reader, parts, today)
  const format = readFormat(reader)
  if (reader.faults.length > 0) throw refuseParameters(reader.faults)
  return {
    question: {
      days: days!,
      dimensions,
      metrics,
      filters,
      orderBy,
      having,
      comparison:
        comparison && isSettledQuestion({ metrics }) ? toWholeMonths(comparison) : comparison,
      isOfReportedDays,
      fillsDates: fill !== null,
      includes: inclusions.filter((one) => includes.includes(one)),
      asOfMs,
      limit,
      cursor,
    },
    format,
  }
}

const oneOf = <Value extends string>(values: readonly Value[], text: string): Value | null =>
  values.find((value) => value === text) ?? null

const textOf = (text: string): string | null => (text === '' ? null : text)

function limitOf(text: string): number | null {
  const limit = /^[1-9]\d{0,5}$/.test(text) ? Number(text) : 0
  return limit >= 1 && limit <= maxLimit ? limit : null
}

function refuseUnknown(reader: ParameterReader, notation: GivenParameters['notation']): void {
  const known: readonly string[] = [...parameterNames, ...(notation === 'json' ? ['filters'] : [])]
  // A body may have tens of thousands of them, and each is compared with all known names.
  const unknown = reader.names.filter((name) => !known.includes(name)).slice(0, maxFaults)
  // Once is enough.
  let list = `: ${known.join(', ')}`
  for (const name of unknown) {
    const meant = nearestName(name, known, parameterSynonyms)
    const isName = meant !== null && known.includes(meant)
    if (isName) reader.refuse(name, `is not a parameter of this endpoint. Did you mean ${meant}?`)
    else if (meant !== null) reader.refuse(name, meant)
    else {
      reader.refuse(name, `is not a parameter of this endpoint${list}`)
      list = ''
    }
  }
}

function readDimensions(reader: ParameterReader, days: DaySpan | null): WireDimension[] {
  const accepts = dimensionNames.join(', ')
  const dimensions =
    reader.list(
      'dimensions',
      (text) => oneOf(dimensionNames, text),
      accepts,
      (text) => nearestName(text, dimensionNames, dimensionSynonyms),
    ) ?? []
  refuseRepeated(reader, 'dimensions', dimensions)
  const times = timeNames.filter((name) => dimensions.includes(name))
  if (times.length > 1) {
    reader.refuse('dimensions', `${times.join(' and ')} exclude each other; request one of them`)
  }
  if (dimensions.includes('week') && days && days.firstDay < firstMonday) {
    reader.refuse('start_date', `has no week; from ${formatDay(firstMonday)} on, days have one`)
  }
  return dimensions
}

function readMetrics(reader: ParameterReader): readonly WireMetric[] {
  const metrics = reader.list(
    'metrics',
    (text) => oneOf(metricNames, text),
    metricNames.join(', '),
    (text) => nearestName(text, metricNames, metricSynonyms),
  )
  if (metrics === null) return defaultMetrics
  refuseRepeated(reader, 'metrics', metrics)
  const isRefused = reader.faults.some(({ parameter }) => parameter === 'metrics')
  if (metrics.length === 0 && !isRefused) {
    reader.refuse('metrics', `is empty: pass some of ${metricNames.join(', ')}`)
  }
  return metrics
}

function refuseRepeated(reader: ParameterReader, name: string, values: readonly string[]): void {
  const repeated = values.find((value, index) => values.indexOf(value) !== index)
  if (repeated !== undefined) reader.refuse(name, `${repeated} is repeated; name it once`)
}

type OrderedBy = ReportQuestion['orderBy'][number]

function readOrder(
  reader: ParameterReader,
  columns: readonly SourcedColumn[],
): ReportQuestion['orderBy'] {
  const sortable = new Map<string, Omit<OrderedBy, 'descending'>>()
  for (const { name, source } of columns) {
    if (source.kind === 'dimension') sortable.set(name, { by: source.name })
    if (source.kind !== 'metric') continue
    const { name: by, value: of } = source
    // Engines have too few digits for exact changes of ratios.
    if (of === 'change' && !isPlainSum(wireMetrics[by])) continue
    sortable.set(name, of === 'current' ? { by } : { by, of })
  }
  const terms = reader.list(
    'order_by',
    (text) => {
      const [name = '', direction = 'asc', ...rest] = text.split(':')
      const term = sortable.get(name)
      const isDirection = direction === 'asc' || direction === 'desc'
      return term && isDirection && rest.length === 0
        ? { name, ...term, descending: direction === 'desc' }
        : null
    },
    `requested dimensions and metrics (${[...sortable.keys()].join(', ')}), each with :asc or :desc`,
  )
  if (!terms) return []
  refuseRepeated(
    reader,
    'order_by',
    terms.map(({ name }) => name),
  )
  return terms.map(({ name: _, ...term }) => term)
}

function readComparison(reader: ParameterReader, days: DaySpan | null): ComparedRange | null {
  const accepts = `${comparisons.join(', ')}, or the first day of an equally long range (YYYY-MM-DD)`
  const comparison = reader.one(
    'compare',
    (text): ComparedRange | 'unknown' | null => {
      const first = parseDay(text)
      const name = oneOf(comparisons, text)
      if (first === null && name === null) return null
      if (!days) return 'unknown'
      return first === null ? namedRanges[name!](days) : rangeFrom(days, first)
    },
    accepts,
  )
  if (comparison === null || comparison === 'unknown') return null
  const { days: other } = comparison
  if (other.firstDay >= firstDay && other.lastDay <= lastDay) return comparison
  return reader.refuse(
    'compare',
    `the other range is not within ${formatDay(firstDay)} and ${formatDay(lastDay)}`,
  )
}

/** Whether only days count that were reported in both ranges. */
function readComparedDays(reader: ParameterReader): boolean {
  const days = reader.one('compare_days', (text) => oneOf(['reported'], text), 'reported')
  if (days !== null && !reader.has('compare')) {
    reader.refuse('compare_days', 'needs compare: without it, no days are compared')
  }
  return days !== null
}

function readFormat(reader: ParameterReader): AnswerFormat | null {
  const accepts = answerFormats.join(', ')
  return reader.one(
    'format',
    (text) => oneOf(answerFormats, text),
    `it chooses the format of the answer, one of ${accepts}. Filter ad formats with ad_format, such as ad_format=rewarded`,
  )
}
