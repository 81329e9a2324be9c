import type { FastifyInstance } from 'fastify'

/** Is called after every answer. */
export interface RequestMeter {
  /** @param route the pattern of the address, which may contain a key; `none` where nothing is */
  answered(method: string, route: string, status: number, durationMs: number): void
}

/** Tells a meter of every answer, once its last byte is sent or its client has gone. */
export function measureRequests(app: FastifyInstance, meter: RequestMeter): void {
  app.addHook('onResponse', (request, reply, done) => {
    const route = request.routeOptions.url ?? 'none'
    meter.answered(request.method, route, reply.statusCode, reply.elapsedTime)
    done()
  })
}
