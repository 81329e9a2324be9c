import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance } from 'fastify'
import type { RateLimiterAbstract } from 'rate-limiter-flexible'
import { projectFolder } from '../../project-folder.ts'
import { Problem, type ProblemCode, problems } from '../answer/problems.ts'
import { limitPages } from '../plugins/limit-pages.ts'
import { allNeed } from '../plugins/needs.ts'
import type { PublicUrls } from './document.ts'
import { llmsText } from './llms-text.ts'
import { problemPage, readProblemTexts } from './problem-page.ts'

/** Written by `npm run build`. */
const built = join(projectFolder, 'web/dist/reference')

/** The reference of the API, `/docs`, from files of this server, with a page for each kind of error, and `/llms.txt`. */
export async function docsRoutes(
  app: FastifyInstance,
  pageLimiter: RateLimiterAbstract,
  urls: () => PublicUrls,
): Promise<void> {
  allNeed(app, 'nothing')
  limitPages(app, pageLimiter, (reply, seconds) =>
    reply.type('text/plain').send(`Too many requests. Try again in ${seconds} seconds.\n`),
  )
  const script = existsSync(built) && readdirSync(built).find((name) => name.endsWith('.js'))
  const page = script ? referencePage(script) : notBuilt
  if (script) {
    await app.register(files, {
      root: built,
      prefix: '/docs/assets/',
      preCompressed: true,
      // The file's name has a hash of its content.
      immutable: true,
      maxAge: '1y',
      wildcard: false,
      decorateReply: false,
    })
  }
  app.get('/docs', async (_request, reply) =>
    reply
      .type('text/html; charset=utf-8')
      .header('content-security-policy', contentSecurityPolicy(urls()))
      .header('referrer-policy', 'no-referrer')
      .header('cache-control', 'no-cache')
      .send(page),
  )
  const problemTexts = readProblemTexts()
  app.get<{ Params: { code: string } }>('/docs/problems/:code', async ({ params }, reply) => {
    if (!Object.hasOwn(problems, params.code)) {
      throw new Problem('not_found', 'There is no such kind of error.')
    }
    const code = params.code as ProblemCode
    return reply
      .type('text/html; charset=utf-8')
      .header(
        'content-security-policy',
        "default-src 'none'; img-src data:; frame-ancestors 'none'",
      )
      .header('cache-control', 'no-cache')
      .send(problemPage(code, problemTexts.get(code) ?? '').text)
  })
  app.get('/llms.txt', async (_request, reply) =>
    reply
      .type('text/plain; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(llmsText(urls())),
  )
}

/** Stricter pages are everywhere else: this one's library writes its styles itself. */
const contentSecurityPolicy = ({ networkUrl }: PublicUrls): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data:",
    "font-src 'self' data:",
    // Requests may be tried here, those of the public network at its own address.
    `connect-src 'self' ${new URL(networkUrl).origin}`,
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; ')

const referencePage = (script: string): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>Adtally API</title>
<link rel="icon" href="data:,">
<link rel="alternate" type="application/json" href="/openapi.json" title="OpenAPI">
<body>
<div id="reference"></div>
<noscript>This page needs JavaScript. <a href="/openapi.json">The OpenAPI document</a> needs none.</noscript>
<script src="/docs/assets/${script}"></script>
</body>
</html>
`

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Adtally API</title>
<p>This page is not built yet. Run <code>npm run build</code>, then start the server again. <a href="/openapi.json">The OpenAPI document</a></p>`
