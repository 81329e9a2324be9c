import type { TObject, TSchema } from 'typebox'
import type { TLocalizedValidationError } from 'typebox/error'
import Value from 'typebox/value'
import type { GivenFile } from '../sources/readers/input-file.ts'
import { refuse } from './refusals.ts'

/** What is checked of a use case's requests. */
interface Declared {
  readonly name: string
  readonly request: TObject
  readonly takesFiles: boolean
}

/** How many files one request may bring. */
export const maxFiles = 10_000

/** How much of a name or a value a refusal repeats. */
const shownCharacters = 200

/** @throws Refusal `field_refused` naming the first field that the schema does not accept */
export function checkRequest({ name, request: schema }: Declared, request: unknown): void {
  if (Value.Check(schema, request)) return
  const errors = Value.Errors(schema, request)
  // A misspelt field is the reason why another one is missing.
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
  throw refuse('field_refused', {
    useCase: name,
    field: path.join('.').slice(0, shownCharacters),
    fault,
    value: fault === 'not accepted' ? shownValue(schema, path, request) : null,
    accepts:
      fault === 'unknown' || path.length === 0
        ? Object.keys(parent.properties ?? {}).join(', ')
        : String(found.description ?? ''),
  })
}

/** @throws Refusal when files are missing, too many, or for a use case that takes none */
export function checkFiles({ name, takesFiles }: Declared, files: readonly GivenFile[]): void {
  if (takesFiles && files.length === 0) throw refuse('files_missing', { useCase: name })
  if (!takesFiles && files.length > 0) throw refuse('files_not_taken', { useCase: name })
  if (files.length > maxFiles) {
    throw refuse('too_many_files', { count: files.length, maximum: maxFiles })
  }
}

/** The fields of a request that are accepted, whatever the others are. */
export function acceptedFields<Request>(
  { request: schema }: Declared,
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
  readonly description?: string
  readonly writeOnly?: boolean
}

const memberOf = (schema: SchemaNode, name: string): SchemaNode =>
  (schema.properties && Object.hasOwn(schema.properties, name) && schema.properties[name]) || {}

/** The members from the request down to the one at fault. */
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
  // The whole of a request may contain a secret.
  return path.length === 0 ? null : beginningOf(value)
}

function beginningOf(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value.slice(0, shownCharacters))
  if (Array.isArray(value)) return 'a list'
  return typeof value === 'object' && value !== null ? 'an object' : String(value)
}
