import type { FastifyRequest } from 'fastify'
import { Problem } from '../answer/problems.ts'

/**
 * Refuses requests that a browser sends for another site (CSRF). Browsers state the origin of a
 * request: Fetch Metadata, or `Origin` in older ones. Other clients state none and are accepted.
 *
 * @throws Problem `cross_site`
 */
export async function refuseCrossSite(request: FastifyRequest): Promise<void> {
  const { origin, 'sec-fetch-site': site } = request.headers
  const own = site === undefined ? isOwn(origin, request.host) : site === 'same-origin'
  if (!own) {
    throw new Problem('cross_site', 'Only the pages of this dashboard may send this request.')
  }
}

function isOwn(origin: string | undefined, host: string): boolean {
  if (origin === undefined) return true
  return URL.canParse(origin) && new URL(origin).host === host
}
