import type { FastifyRequest } from 'fastify'
import { Problem } from '../answer/problems.ts'

/**
 * Refuses what another site has a browser send. Browsers say by themselves where a request comes
 * from (Fetch Metadata, and `Origin` in older ones); programs that say nothing are no danger, since
 * nobody else's cookie is in them.
 *
 * @throws Problem `cross_site`
 */
export async function refuseCrossSite(request: FastifyRequest): Promise<void> {
  const { origin, 'sec-fetch-site': site } = request.headers
  const own = site === undefined ? isOwn(origin, request.host) : site === 'same-origin'
  if (!own) {
    throw new Problem('cross_site', 'This can be asked for by the dashboard’s own pages alone.')
  }
}

function isOwn(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
