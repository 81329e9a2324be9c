import { QuestionError } from '../../reporting/question/question-error.ts'
import { ReportError } from '../../reporting/report-error.ts'
import { refuse } from '../refusals.ts'

const parameterOf = {
  bad_parameters: 'question',
  forbidden: 'metrics',
  unknown_app: 'app_id',
  cursor_expired: 'cursor',
  unknown_citation: 'citation',
}

/** Turns a question that cannot be answered into a refusal; other errors stay what they are. */
export function refusalOf(error: unknown): unknown {
  if (error instanceof QuestionError) {
    const { code, faults, message } = error
    const found = faults ?? [{ parameter: parameterOf[code], message: withoutDot(message) }]
    return refuse('question_refused', { faults: found })
  }
  if (error instanceof ReportError) {
    const parameter = parameterOfReport[error.code]
    const faults = [{ parameter, message: withoutDot(error.message) }]
    return refuse('question_refused', { faults })
  }
  return error
}

const parameterOfReport = {
  figure_too_large: 'metrics',
  answer_too_large: 'dimensions',
  history_compacted: 'as_of',
} as const

const withoutDot = (sentence: string): string => sentence.replace(/\.$/, '')
