import type { TObject } from 'typebox'
import { refuse } from '../../use-cases/refusals.ts'
import { Problem } from '../answer/problems.ts'

/**
 * Refuses members of a body that its schema does not have. Where the schema has secrets, which are `writeOnly`, they are
 * not named: a secret may have been sent as a name.
 *
 * @param what the body is of, for the text
 * @throws Refusal `field_refused`; Problem `bad_parameters`
 */
export function refuseUnknownMembers(body: unknown, schema: TObject, what: string): void {
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return
  const { properties } = schema
  const unknown = Object.keys(body).find((name) => !Object.hasOwn(properties, name))
  if (unknown === undefined) return
  const accepts = Object.keys(properties).join(', ')
  if (Object.values(properties).some((member) => 'writeOnly' in member)) {
    const detail = `There is an unknown field in ${what}. Its fields are: ${accepts}.`
    throw new Problem('bad_parameters', detail)
  }
  const field = unknown.slice(0, 200)
  throw refuse('field_refused', { useCase: what, field, fault: 'unknown', value: null, accepts })
}
