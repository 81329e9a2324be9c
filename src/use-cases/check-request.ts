import type { TObject, TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import Value from 'typebox/value'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { refuse } from './refusals.ts'

interface RequestRules {
  readonly name: string
  readonly request: TObject
  readonly takesFiles: boolean
}

/** The most files of one request. */
export const maxFiles = 10_000

/** How many characters of a name or value a refusal quotes. */
const shownCharacters = 200

/** @throws Refusal `field_refused` with the first invalid field */
export function checkRequest({ name, request: schema }: RequestRules, request: unknown): void {
  if (Value.Check(schema, request)) return
  const errors = Value.Errors(schema, request)
  // Report an unknown field first: it may be a misspelling of a missing one.
  const error = errors.find(({ keyword }) => keyword === 'boolean') ?? errors[0]!
  const path = pathOf(error)
  const parent = path.slice(0, -1).reduce(memberOf, schema)
  const fault =
    error.keyword === 'required'
      ? 'missing'
      : error.keyword === 'boolean'
        ? 'unknown'
        : 'not accepted'
  const found = path.reduce(memberOf, schema)
  // An item of a list is refused by the name of the list.
  const fields = path.filter((step) => !/^\d+$/.test(step))
  throw refuse('field_refused', {
    useCase: name,
    field: fields.join('.').slice(0, shownCharacters),
    fault,
    value: fault === 'not accepted' ? shownValue(schema, path, request) : null,
    accepts:
      (fault === 'unknown' || path.length === 0) && parent.properties
        ? Object.keys(parent.properties).join(', ')
        : // Members of a record are described together.
          String(found.description ?? parent.description ?? ''),
  })
}

/** @throws Refusal when files are missing, too many, or not accepted by the use case */
export function checkFiles({ name, takesFiles }: RequestRules, files: readonly GivenFile[]): void {
  if (takesFiles && files.length === 0) throw refuse('files_missing', { useCase: name })
  if (!takesFiles && files.length > 0) throw refuse('files_not_taken', { useCase: name })
  if (files.length > maxFiles) {
    throw refuse('too_many_files', { count: files.length, maximum: maxFiles })
  }
}

/** The valid fields of a request. */
export function acceptedFields<Request>(
  { request: schema }: RequestRules,
  request: Request,
): Partial<Request> {
  const given = Object.entries(Object(request)).filter(
    ([name, value]) =>
      Object.hasOwn(schema.properties, name) && Value.Check(schema.properties[name]!, value),
  )
  return Object.fromEntries(given) as Partial<Request>
}

interface SchemaNode {
  readonly properties?: Readonly<Record<string, TSchema>>
  readonly items?: TSchema
  readonly description?: string
  readonly writeOnly?: boolean
}

const memberOf = ({ properties, items }: SchemaNode, name: string): SchemaNode =>
  items ?? ((properties && Object.hasOwn(properties, name) && properties[name]) || {})

/** The path from the request to the invalid member. */
function pathOf({ instancePath, keyword, params }: TLocalizedValidationError): string[] {
  const path = instancePath
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
  if (keyword === 'required') path.push(params.requiredProperties[0]!)
  return path
}

function shownValue(schema: SchemaNode, path: readonly string[], request: unknown): string | null {
  let node = schema
  let value = request as Record<string, unknown> | undefined
  for (const step of path) {
    node = memberOf(node, step)
    if (node.writeOnly) return null
    value = value?.[step] as typeof value
  }
  // A whole request may contain a secret.
  return path.length === 0 ? null : beginningOf(value)
}

function beginningOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, shownCharacters))
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
