import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptsGzip } from '../answer/accepts-gzip.ts'

const compress = promisify(gzip)
/** Shorter answers fit into one packet as they are. */
const minLength = 1_400

/**
 * Compresses the JSON answers of a part of the server. Only those to GET requests: answers to others may
 * contain secrets, and the length of a compressed answer tells about its content.
 */
export function compressAnswers(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    if (request.method !== 'GET' || typeof payload !== 'string') return payload
    if (reply.hasHeader('content-encoding') || payload.length < minLength) return payload
    reply.header('vary', 'Accept-Encoding')
    if (!acceptsGzip(request)) return payload
    reply.header('content-encoding', 'gzip').removeHeader('content-length')
    return compress(payload)
  })
}
