import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { Problem } from './answer/problems.ts'
import { notReadyIn, type Readiness } from './readiness.ts'
import { newServer } from './server.ts'

const retryAfterSeconds = 5

/** Answers while the stores are being opened: the process runs, and is not ready for anything else. */
export function buildStartingServer(
  readiness: Readiness,
  log: FastifyBaseLogger | undefined,
): FastifyInstance {
  const app = newServer({ log })
  app.addHook('onRequest', async (request) => {
    if (request.routeOptions.url === '/healthz') return
    const { phase } = readiness
    throw new Problem('not_ready', notReadyIn[phase === 'ready' ? 'starting' : phase], {
      headers: { 'retry-after': String(retryAfterSeconds), connection: 'close' },
    })
  })
  app.get('/healthz', { config: { needs: 'nothing' } }, async () => ({ status: 'ok' }))
  return app
}
