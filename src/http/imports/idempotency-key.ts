import type { FastifyRequest } from 'fastify'
import { badParameters } from '../answer/problems.ts'

/** @returns null without one @throws Problem `bad_parameters` */
export function idempotencyKeyOf(request: FastifyRequest): string | null {
  const key = request.headers['idempotency-key']
  if (key === undefined) return null
  if (typeof key === 'string' && /^[\x21-\x7e]{1,255}$/.test(key)) return key
  const message = 'is not accepted: 1 to 255 visible ASCII characters without spaces'
  throw badParameters([{ parameter: 'Idempotency-Key', message }])
}
