import { periodsOf } from '../../reporting/periods.ts'
import { planReport } from '../../reporting/plan-report.ts'
import { refuseParameters } from '../../reporting/question/question-error.ts'
import { rowsRequest } from '../../reporting/question/question-requests.ts'
import { timeNames, wireDimensions } from '../../reporting/question/vocabulary.ts'
import type { PinnedReport } from './pin-report.ts'
import type { ReportSources } from './report-sources.ts'

/** An engine holds filled rows in memory, and there may be far more of them than figures. */
const maxFilledRows = 5_000_000

/**
 * Refuses to fill so many days that the rows would not fit.
 *
 * @throws QuestionError `bad_parameters`
 */
export async function refuseManyFilled(
  { figures }: ReportSources,
  { question, scope }: PinnedReport,
  signal: AbortSignal,
): Promise<void> {
  const time = timeNames.find((name) => question.dimensions.includes(name))
  if (!question.fillsDates || time === undefined) return
  const others = {
    ...question,
    dimensions: question.dimensions.filter((name) => name !== time),
    orderBy: [],
    having: [],
    fillsDates: false,
  }
  const plan = planReport(rowsRequest(others, scope, { offset: 0, limit: null }))
  const combinations = await figures.countRows(plan, signal)
  const rows = combinations * periodsOf(wireDimensions[time], question.days).length
  if (rows <= maxFilledRows) return
  const message = `dates would make ${rows} rows; at most ${maxFilledRows} are accepted. Ask for fewer days or dimensions`
  throw refuseParameters([{ parameter: 'fill', message }])
}
