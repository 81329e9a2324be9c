import type { FastifyRequest } from 'fastify'
import { badParameters } from '../answer/problems.ts'
import { queryParameters } from './given-parameters.ts'

/** @throws Problem `bad_parameters` when a route without parameters is given some */
export function refuseOthers(request: FastifyRequest): void {
  const given = Object.keys(queryParameters(request).values).slice(0, 20)
  const message = 'is not a parameter of this endpoint, which has none'
  if (given.length > 0) {
    throw badParameters(given.map((name) => ({ parameter: name.slice(0, 100), message })))
  }
}
