import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * Opens a server's log: lines of JSON, on stdout unless a stream is given. Routes are logged instead
 * of URLs, because URLs may contain an API key.
 */
export function openLog(level: string, stream?: DestinationStream): Logger {
  const options = {
    level,
    serializers: {
      req: ({ method, routeOptions, ip }: FastifyRequest) => ({
        method,
        route: routeOptions?.url ?? 'none',
        ip,
      }),
      res: ({ statusCode }: { statusCode?: number }) => ({ statusCode }),
      err: ({ name, message, stack, cause }: Error) => ({
        type: name,
        message,
        // During an outage every request logs these errors, so leave out their stacks.
        ...(!['StoreUnavailableError', 'UnusableStoreError'].includes(name) && { stack }),
        ...(cause instanceof Error && { cause: cause.message }),
      }),
    },
  }
  return stream ? pino(options, stream) : pino(options)
}
