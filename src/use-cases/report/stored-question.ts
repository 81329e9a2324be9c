import { Type } from 'typebox'
import type { StoredQuestion } from '../../publishers/report-link.ts'
import { type RequestedReport, readQuestion } from '../../reporting/question/read-question.ts'
import { type ParameterName, parameterNames } from '../../reporting/question/vocabulary.ts'
import type { AnswerFormat } from '../../values/answer-format.ts'
import type { Day } from '../../values/day.ts'

const maxTexts = 1_000
const longestText = 8_192
const textAccepts = `at most ${longestText} characters`

/** The parameters of the report endpoint as lists of texts, each as in a query. */
export type GivenQuestion = Readonly<Record<string, readonly string[]>>

/**
 * A field of a use case with parameters of the report endpoint, which the endpoint's reader checks.
 *
 * @param others parameters that are chosen in other ways
 */
export const questionField = (others: readonly ParameterName[]) =>
  Type.Unsafe<GivenQuestion>(
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

/** The values that a query has one by one, and those that it repeats. */
const written = (question: GivenQuestion): Record<string, string | readonly string[]> =>
  Object.fromEntries(
    Object.entries(question).map(([name, values]) => [
      name,
      values.length === 1 ? values[0]! : values,
    ]),
  )

export function storeQuestion(question: GivenQuestion, format: AnswerFormat): StoredQuestion {
  const sorted = Object.entries(written(question)).sort(([a], [b]) => (a < b ? -1 : 1))
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
): Pick<RequestedReport, 'question'> & { readonly format: AnswerFormat } {
  const given = { notation: 'query', values: { ...parameters, format } } as const
  const { question } = readQuestion(given, maxRangeDays, () => today)
  return { question, format }
}
