import type { FastifyInstance } from 'fastify'
import { isCallback } from './wire-schema.ts'

/**
 * Wraps every answer in a call of the function that `callback` names. Its status is 200, also of
 * an error, since browsers skip scripts that fail; the error's own is in its body.
 */
export function answerJsonp(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { callback } = request.query as { callback?: unknown }
    if (typeof payload !== 'string' || request.method === 'OPTIONS' || !isCallback(callback)) {
      return payload
    }
    reply.status(200).type('application/javascript; charset=utf-8')
    // Line separators end a line in older JavaScript, but not in JSON.
    const json = payload.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    return `/**/${callback}(${json});`
  })
}
