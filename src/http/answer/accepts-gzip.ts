import { negotiate } from '@fastify/accept-negotiator'
import type { FastifyRequest } from 'fastify'

const encodings = ['gzip', 'identity']

/** Whether a client prefers a compressed answer. */
export const acceptsGzip = ({ headers }: FastifyRequest): boolean =>
  negotiate(headers['accept-encoding'] ?? 'identity', encodings) === 'gzip'
