import type { FastifyRequest } from 'fastify'
import { type DestinationStream, type Logger, pino } from 'pino'

/**
 * Opens the log of a server: lines of JSON, on stdout unless a stream is given. Of an address, the
 * route that answers it is logged: a mistyped one may hold the API key anywhere.
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
        // During an outage every request tells of it: where in the code says nothing.
        ...(name !== 'StoreUnavailableError' && { stack }),
        ...(cause instanceof Error && { cause: cause.message }),
      }),
    },
  }
  return stream ? pino(options, stream) : pino(options)
}
