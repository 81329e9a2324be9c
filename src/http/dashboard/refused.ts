import { camelCase, snakeCase } from '../../values/letter-case.ts'
import { Refusal } from '../../values/refusal.ts'
import { wordRefusal } from '../../wording/word-refusal.ts'
import { Problem } from '../answer/problems.ts'
import { dashboardVocabulary } from './vocabulary.ts'

/** The request of a use case from a JSON body: names get the use case's form. Nothing is checked. */
export function requestOf(body: unknown): Record<string, unknown> {
  const members = typeof body === 'object' && body !== null ? Object.entries(body) : []
  return Object.fromEntries(members.map(([name, value]) => [camelCase(name), value]))
}

/** @throws Problem `bad_parameters`, `forbidden` or `refused` when the work is refused */
export async function orProblem<Result>(work: Promise<Result>): Promise<Result> {
  try {
    return await work
  } catch (error) {
    throw error instanceof Refusal ? toProblem(error) : error
  }
}

function toProblem(refusal: Refusal): Problem {
  const { message, details } = wordRefusal(refusal, dashboardVocabulary)
  const text = [message, ...details].join('\n')
  if (refusal.code === 'view_is_shared') return new Problem('forbidden', `${text}.`)
  if (refusal.code !== 'field_refused')
    return new Problem('refused', `${text}.`, { cause: refusal })
  const { field } = refusal.facts as { field: string }
  const parameter = snakeCase(field)
  return new Problem('bad_parameters', text, { errors: [{ parameter, message: text }] })
}
