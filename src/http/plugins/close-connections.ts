import type { FastifyInstance } from 'fastify'
import { Problem } from '../answer/problems.ts'
import type { Connections } from './connections.ts'

/** A load balancer knows of another process by then. */
const retryAfterSeconds = 5

/**
 * Closes the connections of a listener that closes, as soon as they have nothing to wait for. New
 * requests on them get 503.
 */
export function closeConnections(app: FastifyInstance, connections: Connections): void {
  app.addHook('preClose', async () => connections.beginClosing())
  app.addHook('onRequest', async () => {
    if (!connections.isClosing) return
    throw new Problem('shutting_down', 'The server is stopping; ask again in a moment.', {
      headers: { 'retry-after': String(retryAfterSeconds), connection: 'close' },
    })
  })
  app.addHook('onResponse', async () => {
    // Node counts the connection as idle only after this event.
    if (connections.isClosing) setImmediate(() => connections.closeIdle())
  })
}
