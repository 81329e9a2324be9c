import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { parseInstant } from '../../values/instant.ts'
import { badParameters, type ParameterError } from '../answer/problems.ts'

type RawQuery = Record<string, string | string[]>

interface ParameterSchema {
  readonly type?: string
  /** The accepted values, quoted in error texts. */
  readonly description?: string
}

/** String formats that parameter schemas may name. */
export const queryFormats = {
  instant: (text: string) => parseInstant(text) !== null,
}

/** The query string of a URL, without its `?`. It may have more of them, as in `ad_tag=why?`. */
export function queryStringOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

const emptyNames = Symbol('names of empty values')

/**
 * Parses a query string. A repeated name gives an array. Empty values are left out; {@link refuseEmptyValues} knows
 * their names.
 */
export function parseQueryString(text: string): RawQuery {
  const pairs = [...new URLSearchParams(text)]
  const query = gatherPairs(pairs.filter(([, value]) => value !== ''))
  const names = pairs.flatMap(([name, value]) => (value === '' ? [name] : []))
  return names.length > 0 ? Object.defineProperty(query, emptyNames, { value: names }) : query
}

/** The query with its empty values, for routes that read it without a schema. */
export function queryWithEmptyValues({ query }: FastifyRequest): RawQuery {
  const { [emptyNames]: names = [] } = query as { readonly [emptyNames]?: readonly string[] }
  const empty = names.map((name) => [name, ''] as const)
  return { ...(query as RawQuery), ...Object.fromEntries(empty) }
}

/**
 * Interfaces for existing clients, whose forms send empty fields: there, an empty value is an absent one. See
 * docs/decisions/0011-empty-values.md.
 */
const documentedFamilies = /^\/api\/(v1|publisher|v2\/publisher\/applications)(\/|$)/

/**
 * Refuses empty values of a route's parameters: `dry_run=` is neither true nor false.
 *
 * @throws Problem `bad_parameters`
 */
export async function refuseEmptyValues(request: FastifyRequest): Promise<void> {
  const { [emptyNames]: names } = request.query as { readonly [emptyNames]?: readonly string[] }
  if (!names || documentedFamilies.test(request.routeOptions.url ?? '')) return
  const schemas = parameterSchemas(request)
  const empty = [...new Set(names)].filter((name) => Object.hasOwn(schemas, name))
  if (empty.length === 0) return
  const messageFor = (name: string) =>
    `is empty; leave it out, or give ${schemas[name]!.description ?? 'a value'}`
  throw badParameters(empty.map((name) => ({ parameter: name, message: messageFor(name) })))
}

/** Gathers pairs by name; a repeated name gives an array. */
export function gatherPairs(pairs: Iterable<readonly [name: string, value: string]>): RawQuery {
  const gathered: RawQuery = Object.create(null)
  for (const [name, value] of pairs) {
    const earlier = gathered[name]
    if (earlier === undefined) gathered[name] = value
    else if (typeof earlier === 'string') gathered[name] = [earlier, value]
    else earlier.push(value)
  }
  return gathered
}

/** Before validation: splits comma-separated and repeated values where the schema is an array. */
export async function splitLists(request: FastifyRequest): Promise<void> {
  const query = request.query as RawQuery
  for (const [name, schema] of Object.entries(parameterSchemas(request))) {
    const value = query[name]
    if (schema.type === 'array' && value !== undefined) {
      query[name] = [value].flat().flatMap((part) => part.split(','))
    }
  }
}

/** The schema's errors, one for each invalid parameter. */
export function queryErrors(request: FastifyRequest): ParameterError[] {
  const found = new Map<string, string>()
  for (const error of request.validationError?.validation ?? []) {
    const name = parameterOf(error)
    if (name && !found.has(name)) found.set(name, messageFor(name, error, request))
  }
  return [...found].map(([parameter, message]) => ({ parameter, message }))
}

/** @throws Problem `bad_parameters` with every error that the schema found */
export function refuseBadQuery(request: FastifyRequest): void {
  const errors = queryErrors(request)
  if (errors.length > 0) throw badParameters(errors)
}

function parameterOf(error: FastifySchemaValidationError): string | undefined {
  if (error.keyword === 'required') {
    const { missingProperty, requiredProperties } = error.params as {
      missingProperty?: string
      requiredProperties?: string[]
    }
    return missingProperty ?? requiredProperties?.[0]
  }
  return error.instancePath.split('/')[1]
}

function messageFor(
  name: string,
  error: FastifySchemaValidationError,
  request: FastifyRequest,
): string {
  const accepted = parameterSchemas(request)[name]?.description ?? ''
  if (error.keyword === 'required') return `is required: ${accepted}`
  const value = (request.query as RawQuery)[name]
  if (error.keyword === 'type') return `is repeated; pass it once: ${accepted}`
  const index = error.instancePath.split('/')[2]
  const shown = Array.isArray(value) ? value[Number(index)] : value
  return `${JSON.stringify(shown?.slice(0, 100))} is not accepted: ${accepted}`
}

function parameterSchemas(request: FastifyRequest): Record<string, ParameterSchema> {
  const schema = request.routeOptions.schema?.querystring as
    | { properties?: Record<string, ParameterSchema> }
    | undefined
  return schema?.properties ?? {}
}
