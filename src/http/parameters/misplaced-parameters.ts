import type { ParameterError } from '../answer/problems.ts'

/**
 * Refuses misspelt parameters and those of other endpoints: ignoring one would give a wrong sum.
 *
 * @param hints a message for each such parameter
 */
export function misplacedParameters(
  query: object,
  hints: Readonly<Record<string, string>>,
): ParameterError[] {
  return Object.entries(hints)
    .filter(([parameter]) => parameter in query)
    .map(([parameter, message]) => ({ parameter, message }))
}
