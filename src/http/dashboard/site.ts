import { randomBytes } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import files from '@fastify/static'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { projectFolder } from '../../project-folder.ts'
import { hasSecret, isPage } from '../../values/page-paths.ts'

/** Written by `npm run build`. */
const builtSite = join(projectFolder, 'web/dist')
/** Replaced with a nonce in each answer. */
const noncePlaceholder = 'ADTALLY_NONCE'

const notBuilt = `<!doctype html><html lang="en"><meta charset="utf-8"><title>Adtally</title>
<p>The dashboard is not built yet. Run <code>npm run build</code>, then start the server again.</p>`

/** Allows only the dashboard's own files and requests to this server. */
const contentSecurityPolicy = (nonce: string): string =>
  [
    "default-src 'none'",
    `script-src 'self' 'nonce-${nonce}'`,
    `style-src 'self' 'nonce-${nonce}'`,
    "img-src 'self' data:",
    "font-src 'self'",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')

/** The dashboard's files. All its pages are the same file, which routes in the browser. */
export async function siteRoutes(app: FastifyInstance): Promise<void> {
  const page = existsSync(builtSite)
    ? readFileSync(join(builtSite, 'index.html'), 'utf8')
    : notBuilt
  if (page !== notBuilt) {
    await app.register(files, {
      root: join(builtSite, 'assets'),
      prefix: '/dashboard/assets/',
      preCompressed: true,
      // File names contain a hash of the content.
      immutable: true,
      maxAge: '1y',
      wildcard: false,
    })
  }
  app.get('/', async (_request, reply) => reply.redirect('/dashboard/home'))
  for (const path of ['/dashboard', '/dashboard/*']) {
    app.get(path, async (request, reply) => {
      const nonce = randomBytes(16).toString('base64')
      const known = isPage(request.url.split('?')[0]!)
      return reply
        .status(known ? 200 : 404)
        .type('text/html; charset=utf-8')
        .header('content-security-policy', contentSecurityPolicy(nonce))
        .headers(hasSecret(request.url) ? ofSecrets : { 'referrer-policy': 'same-origin' })
        .header('cache-control', 'no-store')
        .send(page.replaceAll(noncePlaceholder, nonce))
    })
  }
}

/** Tells a browser that loads pages too often for how long to wait. */
export const sendWait = (reply: FastifyReply, seconds: number): FastifyReply =>
  sendNote(reply, 'Too many requests', `Try again in ${seconds} seconds.`)

/** Answers a browser at an address that nothing has. */
export const sendMissing = (reply: FastifyReply): FastifyReply =>
  sendNote(reply, 'Page not found', 'Go to the <a href="/dashboard">dashboard</a>.')

/** @param text is HTML */
export function sendNote(reply: FastifyReply, title: string, text: string): FastifyReply {
  return reply
    .type('text/html; charset=utf-8')
    .header('content-security-policy', "default-src 'none'; frame-ancestors 'none'")
    .header('cache-control', 'no-store')
    .send(
      `<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark"><title>${title} · Adtally</title><h1>${title}</h1><p>${text}</p>`,
    )
}

/** No site may learn the address from a visitor, and no search engine list it. */
const ofSecrets = { 'referrer-policy': 'no-referrer', 'x-robots-tag': 'noindex, nofollow' } as const
