import type { FastifyInstance } from 'fastify'
import { isCallback } from './wire-schema.ts'

/**
 * Wraps every answer in a call of the function `callback`. The status is always 200, because
 * browsers do not run scripts that fail; an error's status is in its body.
 */
export function answerJsonp(app: FastifyInstance): void {
  app.addHook('onSend', async (request, reply, payload) => {
    const { callback } = request.query as { callback?: unknown }
    if (typeof payload !== 'string' || request.method === 'OPTIONS' || !isCallback(callback)) {
      return payload
    }
    reply.status(200).type('application/javascript; charset=utf-8')
    // JSON allows line separators in strings; older JavaScript does not.
    const json = payload.replaceAll('\u2028', '\\u2028').replaceAll('\u2029', '\\u2029')
    return `/**/${callback}(${json});`
  })
}
