import type { FastifyInstance } from 'fastify'
import { Problem } from './answer/problems.ts'
import { sendNote } from './dashboard/site.ts'
import { isForReading } from './plugins/answer-problems.ts'
import { notReadyIn, type Readiness } from './readiness.ts'
import { newServer, type ServerOptions } from './server.ts'

const retryAfterSeconds = 5
const reloadSeconds = 2

/**
 * Answers while the stores are being opened: the process runs, and is not ready for anything else. Browsers get a page
 * that reloads itself. Its connections are handed over to the public server.
 */
export function buildStartingServer(readiness: Readiness, options: ServerOptions): FastifyInstance {
  const app = newServer(options)
  app.addHook('onRequest', async (request, reply) => {
    if (request.routeOptions.url === '/healthz') return
    const { phase } = readiness
    const reason = notReadyIn[phase === 'ready' ? 'starting' : phase]
    if (!isForReading(request)) {
      throw new Problem('not_ready', reason, {
        headers: { 'retry-after': String(retryAfterSeconds) },
      })
    }
    reply
      .status(503)
      .headers({ 'retry-after': retryAfterSeconds, refresh: reloadSeconds, vary: 'accept' })
    return sendNote(reply, 'Not ready yet', `${reason} This page reloads by itself.`)
  })
  app.get('/healthz', { config: { needs: 'nothing' } }, async () => ({ status: 'ok' }))
  return app
}
