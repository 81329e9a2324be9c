import type { FastifyRequest } from 'fastify'
import type { GivenParameters } from '../../reporting/question/given-values.ts'
import { badParameters, Problem } from '../answer/problems.ts'
import { principalOf } from '../plugins/guard.ts'
import { gatherPairs, queryStringOf } from '../plugins/read-query.ts'

/** The guard of the route has checked these. */
const credentials: readonly string[] = ['developer', 'key']

/** The parameters of a GET. Empty values are kept: an empty filter is a mistake. */
export function queryParameters(request: FastifyRequest): GivenParameters {
  const given = [...new URLSearchParams(queryStringOf(request.url))]
  return {
    notation: 'query',
    values: gatherPairs(given.filter(([name]) => !credentials.includes(name))),
  }
}

/**
 * The parameters of a POST.
 *
 * @throws Problem `bad_request` when the body is no object; `bad_parameters` when the query has
 *   parameters too; `unauthorized` for another developer than that of the key
 */
export function bodyParameters(request: FastifyRequest): GivenParameters {
  const { body } = request
  if (typeof body !== 'object' || body === null || Array.isArray(body)) {
    throw new Problem('bad_request', 'The body must be a JSON object with the parameters.')
  }
  const misplaced = Object.keys(queryParameters(request).values).slice(0, 20)
  if (misplaced.length > 0) {
    const message = 'belongs in the JSON body of a POST request, not in its URL'
    throw badParameters(misplaced.map((name) => ({ parameter: name.slice(0, 100), message })))
  }
  const { developer, key, ...values } = body as Record<string, unknown>
  if (key !== undefined) {
    const message = 'is not accepted in the body; send it as a bearer token'
    throw badParameters([{ parameter: 'key', message }])
  }
  if (developer !== undefined && developer !== principalOf(request).account.username) {
    throw new Problem('unauthorized', 'The username or the API key is missing or wrong.', {
      headers: { 'www-authenticate': 'Bearer realm="Adtally"' },
    })
  }
  return { notation: 'json', values }
}
