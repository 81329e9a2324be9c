import type { AddressInfo } from 'node:net'
import type { FastifyBaseLogger, FastifyInstance } from 'fastify'
import { listenFailure } from '../config/listen-failure.ts'
import { localUrl } from '../config/local-url.ts'
import type { ServeConfig } from '../config/serve.ts'
import { operatorBounds } from '../http/bounds.ts'
import { healthRoutes } from '../http/health.ts'
import { metricsRoutes } from '../http/operator/metrics-routes.ts'
import type { Readiness } from '../http/readiness.ts'
import { newServer } from '../http/server.ts'
import type { Metrics } from '../metrics/metrics.ts'
import type { Installation } from './installation.ts'

/** A listener for monitoring alone. It needs no token: its address decides who reaches it. */
export class MonitoringListener {
  readonly #app: FastifyInstance

  constructor(
    metrics: Metrics,
    installation: Pick<Installation, 'apps' | 'figures'>,
    readiness: Readiness,
    log: FastifyBaseLogger | undefined,
  ) {
    this.#app = newServer({ log, bounds: operatorBounds })
    metricsRoutes(this.#app, metrics, 'nothing')
    healthRoutes(this.#app, installation, readiness)
  }

  /**
   * @returns the address of the metrics; null without a port for them
   * @throws ConfigError when the address cannot be listened on
   */
  async listen({ metricsHost: host, metricsPort: port }: ServeConfig): Promise<string | null> {
    if (port === null) return null
    await this.#app.listen({ host, port }).catch((error) => {
      throw listenFailure(error, { host, port }, 'metrics-')
    })
    return `${addressOf(this.#app, host)}/metrics`
  }

  /** Closes it last, so that the end of a server can be watched. */
  async close(): Promise<void> {
    this.#app.connections.destroyAll()
    await this.#app.close()
  }
}

/** A link to a listener, with the port that it got. */
export const addressOf = (app: FastifyInstance, listening: string): string =>
  localUrl(listening, (app.server.address() as AddressInfo).port)
