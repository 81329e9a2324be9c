import type { FastifyRequest, FastifySchemaValidationError } from 'fastify'
import { parseInstant } from '../../values/instant.ts'
import { badParameters, type ParameterError } from '../answer/problems.ts'

type RawQuery = Record<string, string | string[]>

/** What a parameter's schema says beyond its type. */
interface ParameterSchema {
  readonly type?: string
  /** What is accepted, as error texts say it. */
  readonly description?: string
}

/** String formats that parameter schemas may name. */
export const queryFormats = {
  'utc-instant': (text: string) =>
    /T\d{2}:\d{2}:\d{2}(\.\d{3})?Z$/.test(text) && parseInstant(text) !== null,
}

/** Reads a query string. An empty value counts as absent; a repeated name gives an array. */
export function parseQueryString(text: string): RawQuery {
  const query: RawQuery = Object.create(null)
  for (const [name, value] of new URLSearchParams(text)) {
    if (value === '') continue
    const earlier = query[name]
    query[name] = earlier === undefined ? value : [earlier, value].flat()
  }
  return query
}

/** Before validation: parameters whose schema is an array take comma-separated and repeated values. */
export async function splitLists(request: FastifyRequest): Promise<void> {
  const query = request.query as RawQuery
  for (const [name, schema] of Object.entries(parameterSchemas(request))) {
    const value = query[name]
    if (schema.type === 'array' && value !== undefined) {
      query[name] = [value].flat().flatMap((part) => part.split(','))
    }
  }
}

/** What the schema found wrong with the query: every bad parameter once. */
export function queryErrors(request: FastifyRequest): ParameterError[] {
  const found = new Map<string, string>()
  for (const error of request.validationError?.validation ?? []) {
    const name = parameterOf(error)
    if (name && !found.has(name)) found.set(name, messageFor(name, error, request))
  }
  return [...found].map(([parameter, message]) => ({ parameter, message }))
}

/** @throws Problem `bad_parameters` naming everything the schema found wrong with the query */
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
  if (error.keyword === 'type') return `was given more than once; give it once: ${accepted}`
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
