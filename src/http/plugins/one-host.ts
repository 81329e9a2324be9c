import type { FastifyInstance } from 'fastify'
import { Problem } from '../answer/problems.ts'

/** Refuses requests with two `Host` headers: a proxy in front may have read the other one (RFC 9112, 3.2). */
export function refuseAmbiguousHost(app: FastifyInstance): void {
  app.addHook('onRequest', async ({ raw: { rawHeaders } }) => {
    let hosts = 0
    for (let at = 0; at < rawHeaders.length; at += 2) {
      if (rawHeaders[at]!.toLowerCase() === 'host') hosts++
    }
    if (hosts > 1) throw new Problem('bad_request', 'The request has more than one Host header.')
  })
}
