import type { FastifyInstance } from 'fastify'
import { Problem } from './answer/problems.ts'
import type { ReportServices } from './services.ts'

/** `/healthz`: the process runs. `/readyz`: its databases answer too. */
export function healthRoutes(app: FastifyInstance, { apps, figures }: ReportServices): void {
  app.get('/healthz', async () => ({ status: 'ok' }))

  // However many ask at once, the stores are asked once.
  let checking: Promise<unknown> | null = null
  const check = () => {
    checking ??= Promise.all([apps.version(), figures.version()]).finally(() => {
      checking = null
    })
    return checking
  }

  app.get('/readyz', async () => {
    try {
      await check()
    } catch (cause) {
      throw new Problem('not_ready', 'A database does not answer; the log names it.', { cause })
    }
    return { status: 'ready' }
  })
}
