import type { Principal } from '../../publishers/principal.ts'
import { readQuestion } from '../../reporting/question/read-question.ts'
import type { FiguresAt } from '../../reporting/report-store.ts'
import type { Day } from '../../values/day.ts'
import { citationOf } from './citation.ts'
import { maxReportDays } from './query-report.ts'

/**
 * The path of the citation of figures that were not read by the report endpoint.
 *
 * @param question parameters of the endpoint in the notation of JSON, which mean these figures
 * @param state that the figures are of
 * @returns null for a question that is too long
 * @throws QuestionError for a question that the endpoint does not accept
 */
export function citeQuestion(
  question: Readonly<Record<string, unknown>>,
  principal: Principal,
  state: Pick<FiguresAt, 'generation' | 'entry'>,
  today: Day,
): string | null {
  const given = { notation: 'json', values: question } as const
  const { question: read } = readQuestion(given, maxReportDays, () => today)
  return citationOf({ question: read, principal, state }, state.entry, today)
}
