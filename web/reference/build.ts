import { createHash } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import scalar from '@scalar/fastify-api-reference'
import Fastify from 'fastify'

/**
 * Writes the script of the API reference, and a compressed copy. Its name has a hash of its content.
 *
 * @param folder of the server's files
 */
export async function buildReference(folder: string): Promise<void> {
  const app = Fastify()
  // The package's own page is not used: it has an inline script. Its script is served by no file.
  await app.register(scalar, { routePrefix: '/docs', configuration: { url: '/openapi.json' } })
  const { payload, statusCode } = await app.inject('/docs/js/scalar.js')
  await app.close()
  if (statusCode !== 200) throw new Error('The package of the API reference has no script.')
  const start = readFileSync(join(import.meta.dirname, 'start.js'), 'utf8')
  const script = `${payload}\n;${start}`
  const hash = createHash('sha256').update(script).digest('hex').slice(0, 12)
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, `reference-${hash}.js`), script)
  writeFileSync(join(folder, `reference-${hash}.js.gz`), gzipSync(script))
}
