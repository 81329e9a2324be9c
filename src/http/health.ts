import type { FastifyInstance } from 'fastify'
import { Problem } from './answer/problems.ts'
import type { ReportServices } from './services.ts'

/** `/healthz`: the process runs. `/readyz`: its databases answer too. */
export function healthRoutes(app: FastifyInstance, { apps, figures }: ReportServices): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  app.get('/readyz', async () => {
    try {
      await Promise.all([apps.version(), figures.version()])
    } catch (cause) {
      throw new Problem('not_ready', 'A database does not answer; the log names it.', { cause })
    }
    return { status: 'ready' }
  })
}
