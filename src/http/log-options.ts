import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/**
 * How a server logs: lines of JSON on stdout. Of an address, the route that answers it is logged:
 * a mistyped one may hold the API key anywhere.
 */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  return {
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
        stack: stack ?? '',
        ...(cause instanceof Error && { cause: cause.message }),
      }),
    },
  }
}
