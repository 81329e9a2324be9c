import type { FastifyBaseLogger } from 'fastify'
import { listenFailure } from '../config/listen-failure.ts'
import type { ServeConfig } from '../config/serve.ts'
import { type Bounds, defaultBounds } from '../http/bounds.ts'
import type { Connections } from '../http/plugins/connections.ts'
import { Readiness } from '../http/readiness.ts'
import { buildStartingServer } from '../http/starting-server.ts'
import type { Metrics } from '../metrics/metrics.ts'
import { addressOf } from './monitoring-listener.ts'
import { newMetrics } from './open-metrics.ts'

/** A server that answers, but has no stores yet. */
export interface BegunServer {
  /** The metrics that the installation is opened with. */
  readonly metrics: Metrics
  readonly readiness: Readiness
  readonly bounds: Bounds
  /** Of the public listener, which answers as a starting server until they are handed over. */
  readonly connections: Connections
  /** A link to the listener. */
  readonly address: string
  /** Stops listening, and waits for the requests that are being answered. */
  readonly close: () => Promise<void>
}

/**
 * Begins to answer, before the stores are open: `/healthz` says that the process runs, and everything else that it
 * is not ready. An upgrade of large stores may take minutes.
 *
 * @throws ConfigError when the address cannot be listened on
 */
export async function beginServer(
  config: ServeConfig,
  log?: FastifyBaseLogger,
): Promise<BegunServer> {
  const readiness = new Readiness('starting')
  const bounds = boundsOf(config, log)
  const { host, port, trustedProxies } = config
  const app = buildStartingServer(readiness, { log, trustedProxies, bounds })
  await app.listen({ host, port }).catch((error) => {
    throw listenFailure(error, config)
  })
  return {
    metrics: newMetrics(),
    readiness,
    bounds,
    connections: app.connections,
    address: addressOf(app, host),
    close: () => app.close(),
  }
}

/** The bounds of the public listener: connections leave half of the open files to the stores. */
function boundsOf(config: ServeConfig, log?: FastifyBaseLogger): Bounds {
  const most = Math.floor(openFilesLimit() / 2)
  if (config.maxConnections > most) {
    log?.info(
      `At most ${most} connections are accepted: half of the open files that the system allows (ulimit -n)`,
    )
  }
  const { maxConnectionsPerAddress, maxAnswers, maxAnswersPerAccount, stallTimeoutMs } = config
  return {
    ...defaultBounds,
    maxConnections: Math.min(config.maxConnections, most),
    maxConnectionsPerAddress,
    maxAnswers,
    maxAnswersPerAccount,
    stallTimeoutMs,
  }
}

/** How many files this process may have open; infinite where the system does not tell. */
function openFilesLimit(): number {
  // Looking up the names of peers would take seconds.
  Object.assign(process.report, { excludeNetwork: true })
  const { userLimits } = process.report.getReport() as {
    userLimits?: { open_files?: { soft: number | string } }
  }
  const soft = Number(userLimits?.open_files?.soft)
  return soft > 0 ? soft : Number.POSITIVE_INFINITY
}
