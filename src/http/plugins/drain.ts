import type { FastifyRequest } from 'fastify'

const drainMs = 30_000

/**
 * Receives the rest of a body that nobody reads, within 30 seconds. A connection that is closed with unread bytes is
 * reset, and the client may never see why it was refused.
 */
export function drain({ raw }: FastifyRequest): void {
  if (raw.complete) return
  raw.unpipe()
  raw.resume()
  setTimeout(() => {
    if (!raw.complete) raw.destroy()
  }, drainMs).unref()
}
