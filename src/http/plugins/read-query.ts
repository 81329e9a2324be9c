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
  'utc-instant': (text: string) =>
    /T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/.test(text) && parseInstant(text) !== null,
}

/** The query string of a URL, without its `?`. It may have more of them, as in `ad_tag=why?`. */
export function queryStringOf(url: string): string {
  const start = url.indexOf('?')
  return start < 0 ? '' : url.slice(start + 1)
}

/** Parses a query string. Empty values are left out; a repeated name gives an array. */
export const parseQueryString = (text: string): RawQuery =>
  gatherPairs([...new URLSearchParams(text)].filter(([, value]) => value !== ''))

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
