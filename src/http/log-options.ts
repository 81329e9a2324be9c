import type { FastifyRequest, FastifyServerOptions } from 'fastify'

/**
 * How a server logs: lines of JSON on stdout. Addresses are logged without their query, which
 * holds the API key.
 */
export function logOptions(level: string): FastifyServerOptions['logger'] {
  return {
    level,
    serializers: {
      req: ({ method, url, ip }: FastifyRequest) => ({ method, path: url.split('?')[0], ip }),
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
