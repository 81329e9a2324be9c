import type { FastifyInstance } from 'fastify'
import type { Need } from '../plugins/needs.ts'

/** The metrics that Prometheus asks for. */
export interface ScrapedMetrics {
  readonly contentType: string
  scrape(): Promise<string>
}

/** `/metrics`: see docs/monitoring.md. */
export function metricsRoutes(app: FastifyInstance, metrics: ScrapedMetrics, needs: Need): void {
  app.get('/metrics', { config: { needs } }, async (_request, reply) => {
    const text = await metrics.scrape()
    return reply.type(metrics.contentType).header('cache-control', 'no-store').send(text)
  })
}
