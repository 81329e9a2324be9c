import { readQuestion } from '../../reporting/question/read-question.ts'
import type { ReportQuestion } from '../../reporting/question/report-question.ts'
import { isSettledQuestion } from '../../reporting/question/settled-question.ts'
import type { Inclusion } from '../../reporting/question/vocabulary.ts'
import { dateReport } from '../report/pin-report.ts'
import { type ReportPage, readReportPage } from '../report/query-report.ts'
import { numberOf, readArguments, readLimit, type Tool } from './tool.ts'

export const reportRows = { most: 500, byDefault: 50 }

/** Answers a question of the report endpoint, with fewer rows. */
export const runReport: Tool = async (sources, principal, given, signal) => {
  const { limit: askedLimit, format, ...values } = given
  // The question's reader refuses everything else. It accepts a format, which answers do not have here.
  const others = { limit: askedLimit, ...(format !== undefined && { format }) }
  const limit = readArguments(others, ['limit'], (reader) => readLimit(reader, 'rows', reportRows))
  const asked = { notation: 'json', values: { ...values, limit } } as const
  const { question } = readQuestion(asked, sources.maxRangeDays, sources.today)
  const dated = await dateReport(sources, principal, withContext(question))
  const page = await readReportPage(sources, dated, signal)
  const { columns, rows, totals, next_cursor: nextCursor, meta } = page
  const cells = cellsOf(columns)
  return {
    ...meta,
    columns: columns.map(({ name }) => name),
    rows: rows.map(cells),
    totals: Object.fromEntries(
      cellsOf(columns.slice(-totals.length))(totals).map((value, place) => [
        columns.at(place - totals.length)!.name,
        value,
      ]),
    ),
    has_more: nextCursor !== null,
    next_cursor: nextCursor,
    note: nextCursor === null ? null : whenCut,
  }
}

/** Adds how complete an answer is now, and its citation. Those of closed months and payments have neither. */
export function withContext(question: ReportQuestion): ReportQuestion {
  if (isSettledQuestion(question)) return question
  const includes = new Set<Inclusion>([...question.includes, 'citation'])
  if (question.asOfMs === null) includes.add('freshness')
  return { ...question, includes: [...includes] }
}

const cellsOf = (columns: ReportPage['columns']) => (row: readonly (string | null)[]) =>
  row.map((text, place) =>
    text === null || columns[place]?.kind === 'text' ? text : numberOf(text),
  )

const whenCut =
  'These are not all rows; totals are of all. For the greatest, pass order_by such as revenue:desc. To narrow it, pass filters, having, fewer dimensions or fewer days, or week or month in place of date. For the next rows, pass next_cursor as cursor.'
