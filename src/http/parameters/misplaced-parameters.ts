import type { ParameterError } from '../answer/problems.ts'

/**
 * Refuses parameters that another endpoint has, or that are misspelt: dropping one in silence
 * would give a wrong sum.
 *
 * @param foreign what to say of each
 */
export function misplacedParameters(
  query: object,
  foreign: Readonly<Record<string, string>>,
): ParameterError[] {
  return Object.entries(foreign)
    .filter(([parameter]) => parameter in query)
    .map(([parameter, message]) => ({ parameter, message }))
}
