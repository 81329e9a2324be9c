import { Type } from 'typebox'
import type { StoredQuestion } from '../../publishers/report-link.ts'
import { type Asked, readQuestion } from '../../reporting/question/read-question.ts'
import { type ParameterName, parameterNames } from '../../reporting/question/vocabulary.ts'
import type { AnswerFormat } from '../../values/answer-format.ts'
import { addDays, type Day, formatDay } from '../../values/day.ts'

/** Days, pages and the format are chosen in other ways. */
const others: readonly ParameterName[] = ['start_date', 'end_date', 'cursor', 'format']

const maxTexts = 1_000
const longestText = 8_192
const textAccepts = `at most ${longestText} characters`

/** The parameters of the report endpoint as lists of texts, each as in a query. */
export type GivenQuestion = Readonly<Record<string, readonly string[]>>

/** A field of a use case with parameters of the report endpoint, which the endpoint's reader checks. */
export const questionField = Type.Unsafe<GivenQuestion>(
  Type.Object(
    Object.fromEntries(
      parameterNames
        .filter((name) => !others.includes(name))
        .map((name) => [
          name,
          Type.Optional(
            Type.Array(Type.String({ maxLength: longestText, description: textAccepts }), {
              minItems: 1,
              maxItems: maxTexts,
              description: 'a list of values, as in the report endpoint',
            }),
          ),
        ]),
    ),
    { additionalProperties: false, description: 'parameters of the report endpoint' },
  ),
)

/** The days of a question: fixed ones, or a number of days up to yesterday. */
export interface GivenDays {
  readonly start?: string | undefined
  readonly end?: string | undefined
  readonly days?: number | undefined
}

/** The values that a query has one by one, and those that it repeats. */
const written = (question: GivenQuestion): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    Object.entries(question).map(([name, values]) => [
      name,
      values.length === 1 ? values[0]! : values,
    ]),
  )

/** @param days either a first and a last day, or a number of days */
export function storeQuestion(
  question: GivenQuestion,
  { start, end, days }: GivenDays,
  format: AnswerFormat,
): StoredQuestion {
  const parameters: Record<string, string | readonly string[]> = {
    ...written(question),
    ...(days === undefined ? { start_date: start!, end_date: end! } : { days: String(days) }),
  }
  const sorted = Object.entries(parameters).sort(([a], [b]) => (a < b ? -1 : 1))
  return { family: 'report', parameters: Object.fromEntries(sorted), format }
}

/**
 * Reads a stored question as it is meant today.
 *
 * @throws QuestionError `bad_parameters` when a parameter is not accepted
 */
export function readStoredQuestion(
  { parameters, format }: StoredQuestion,
  today: Day,
  maxRangeDays: number,
): Pick<Asked, 'question'> & { readonly format: AnswerFormat } {
  const { days, ...others } = parameters
  const last = days !== undefined && {
    start_date: formatDay(addDays(today, -Number(days))),
    end_date: formatDay(addDays(today, -1)),
  }
  const given = { notation: 'query', values: { ...others, ...last, format } } as const
  const { question } = readQuestion(given, maxRangeDays)
  return { question, format }
}
