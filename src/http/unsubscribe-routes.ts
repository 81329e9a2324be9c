import type { FastifyInstance, FastifyReply } from 'fastify'
import { type Html, html } from '../values/html.ts'
import { limitPages } from './plugins/limit-pages.ts'
import { allNeed } from './plugins/needs.ts'
import type { DashboardServices } from './services.ts'

type Services = Pick<DashboardServices, 'channels' | 'pageLimiter'>

const methods = ['GET', 'HEAD', 'POST']

type Params = { Params: { token: string } }

/**
 * Ends a mail by the address in it. A program that looks at addresses in mails only gets a button; one click of a mail
 * program sends the POST (RFC 8058).
 */
export async function unsubscribeRoutes(app: FastifyInstance, services: Services): Promise<void> {
  allNeed(app, 'nothing')
  limitPages(app, services.pageLimiter, (reply, seconds) =>
    send(reply, 429, html`<h1>Try again in ${seconds} seconds</h1>`),
  )
  app.addContentTypeParser(['application/x-www-form-urlencoded', 'multipart/form-data'], ignore)

  app.get<Params>('/unsubscribe/:token', { config: { methods } }, async ({ params }, reply) => {
    if (!(await services.channels.hasSubscriber(params.token))) return sendUnknown(reply)
    return send(
      reply,
      200,
      html`<h1>Unsubscribe from these mails?</h1>
<form method="post"><button>Unsubscribe</button></form>`,
    )
  })

  app.post<Params>(
    '/unsubscribe/:token',
    { config: { methods }, bodyLimit: 4_096 },
    async ({ params }, reply) => {
      if (!(await services.channels.unsubscribe(params.token))) return sendUnknown(reply)
      return send(reply, 200, html`<h1>You get no more of these mails</h1>`)
    },
  )
}

/** What a mail program says in the body is known. */
function ignore(_request: unknown, payload: NodeJS.ReadableStream, done: (error: null) => void) {
  payload.resume().on('end', () => done(null))
}

const sendUnknown = (reply: FastifyReply) =>
  send(reply, 404, html`<h1>These mails have ended already</h1>`)

function send(reply: FastifyReply, status: number, body: Html): FastifyReply {
  const page = html`<!doctype html>
<html lang="en"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>Adtally</title>
<style>body{font:16px/1.5 system-ui,sans-serif;max-width:32rem;margin:15vh auto;padding:0 1rem;color-scheme:light dark}button{font:inherit;padding:.5rem 1rem}</style></head>
<body>${body}</body></html>`
  return reply
    .status(status)
    .type('text/html; charset=utf-8')
    .header(
      'content-security-policy',
      "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'",
    )
    .header('referrer-policy', 'no-referrer')
    .header('x-robots-tag', 'noindex, nofollow')
    .header('cache-control', 'no-store')
    .send(page.text)
}
