import type { Connector, FieldValues } from '../sources/connector.ts'
import { refuse } from './refusals.ts'

export const maxFieldCharacters = 4_096

/** No control characters: values become headers and parameters. */
const printable = /^[^\p{Cc}]+$/u

/**
 * Checks the values of a connector's fields.
 *
 * @param isOptional whether a field may be missing that has no default
 * @throws Refusal `connection_field_refused`, which never contains a value
 */
export function checkFields(
  connector: Connector,
  values: Readonly<Record<string, string>>,
  isOptional: (field: string) => boolean = () => false,
): void {
  const { fields, name } = connector
  const known = Object.keys(fields)
  const unknown = Object.keys(values).find((field) => !known.includes(field))
  if (unknown !== undefined) {
    const facts = { title: null, where: null, accepts: known.join(', ') }
    throw refuse('connection_field_refused', {
      connector: name,
      field: unknown.slice(0, 64),
      fault: 'unknown',
      ...facts,
    })
  }
  for (const [field, { title, where, choices, default: byDefault }] of Object.entries(fields)) {
    const value = values[field]
    const accepts = choices
      ? choices.join(', ')
      : `1 to ${maxFieldCharacters} characters without line breaks`
    const facts = { connector: name, field, title, where, accepts }
    if (value === undefined) {
      if (byDefault !== undefined || isOptional(field)) continue
      throw refuse('connection_field_refused', { ...facts, fault: 'missing' })
    }
    const isAccepted =
      value.length <= maxFieldCharacters &&
      printable.test(value) &&
      (choices?.includes(value) ?? true)
    if (!isAccepted) throw refuse('connection_field_refused', { ...facts, fault: 'not accepted' })
  }
}

/** The values of all fields: as given, their defaults, or ''. */
export const givenOf = (
  { fields }: Connector,
  values: Readonly<Record<string, string>>,
): FieldValues =>
  Object.fromEntries(
    Object.entries(fields).map(([name, field]) => [name, values[name] ?? field.default ?? '']),
  )

/** The secrets among a connector's values. */
export const secretsOf = ({ fields }: Connector, given: FieldValues): string[] =>
  Object.entries(fields).flatMap(([name, { isSecret }]) => (isSecret ? (given[name] ?? []) : []))
