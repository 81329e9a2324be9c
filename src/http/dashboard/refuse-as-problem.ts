import { Refusal } from '../../values/refusal.ts'
import { wordRefusal } from '../../wording/word-refusal.ts'
import { Problem } from '../answer/problems.ts'
import { dashboardVocabulary } from './vocabulary.ts'

/** Answers a refusal of a use case with its sentence. Throws every other error as it is. */
export function refuseAsProblem(error: unknown): never {
  if (!(error instanceof Refusal)) throw error
  const { message, details } = wordRefusal(error, dashboardVocabulary)
  throw new Problem('refused', [message, ...details].join('\n'), { cause: error })
}
