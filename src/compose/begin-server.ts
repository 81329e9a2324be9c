import type { FastifyBaseLogger } from 'fastify'
import { listenFailure } from '../config/listen-failure.ts'
import type { ServeConfig } from '../config/serve.ts'
import { Readiness } from '../http/readiness.ts'
import { buildStartingServer } from '../http/starting-server.ts'
import { newMetrics } from './open-metrics.ts'
import type { BegunServer } from './start-server.ts'

/**
 * Begins to answer, before the stores are open: `/healthz` says that the process runs, and everything else that it
 * is not ready. An upgrade of large stores may take minutes.
 *
 * @throws ConfigError when the address cannot be listened on
 */
export async function beginServer(
  config: ServeConfig,
  log: FastifyBaseLogger,
): Promise<Required<BegunServer>> {
  const readiness = new Readiness('starting')
  const app = buildStartingServer(readiness, log)
  const { host, port } = config
  // Nobody knows a free port before the server says which it is.
  if (port !== 0) {
    await app.listen({ host, port }).catch((error) => {
      throw listenFailure(error, config)
    })
  }
  let closing: Promise<void> | null = null
  const freePort = () => {
    closing ??= closeNow()
    return closing
  }
  const closeNow = async () => {
    const closed = app.close()
    app.connections.destroyAll()
    await closed
  }
  return { metrics: newMetrics(), readiness, freePort }
}
