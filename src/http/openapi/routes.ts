import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { acceptsGzip } from '../answer/accepts-gzip.ts'
import { type DescribedRoute, openApiDocument, type PublicUrls } from './document.ts'

declare module 'fastify' {
  interface FastifyInstance {
    /** The OpenAPI document of the routes that have a description. */
    openApiDocument: () => object
  }
}

/** `/openapi.json`: describes the routes that are added after this call, once it is asked for. */
export function openApiRoutes(app: FastifyInstance, urls: () => PublicUrls): void {
  const routes: DescribedRoute[] = []
  app.addHook('onRoute', ({ method, url, schema = {}, config }) => {
    if (!config?.openapi || (method !== 'GET' && method !== 'POST')) return
    const { needs = 'nothing', answersAnyone = false, openapi } = config
    routes.push({ method, url, schema, needs, answersAnyone, openapi })
  })
  app.decorate('openApiDocument', () => openApiDocument(routes, urls()))

  let kept: Kept | null = null
  app.get('/openapi.json', { config: { needs: 'nothing' } }, async (request, reply) => {
    const key = JSON.stringify(urls())
    if (kept?.key !== key) kept = await keep(key, JSON.stringify(app.openApiDocument()))
    reply
      .type('application/json; charset=utf-8')
      .header('etag', kept.etag)
      .header('cache-control', 'no-cache')
      .header('vary', 'Accept-Encoding')
      // Tools in browsers read it from other origins.
      .header('access-control-allow-origin', '*')
    if (request.headers['if-none-match'] === kept.etag) return reply.status(304).send()
    if (!acceptsGzip(request)) return reply.send(kept.text)
    return reply.header('content-encoding', 'gzip').send(kept.compressed)
  })
}

/** The document as it is sent. */
interface Kept {
  /** Of the URLs that it names. */
  readonly key: string
  readonly text: string
  readonly compressed: Buffer
  /** Weak, because it is the same for both encodings. */
  readonly etag: string
}

async function keep(key: string, text: string): Promise<Kept> {
  const hash = createHash('sha256').update(text).digest('base64url').slice(0, 27)
  return { key, text, compressed: await promisify(gzip)(text), etag: `W/"${hash}"` }
}
