import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { hostile, openHostileNetwork, pagePaths, trap } from '../fixtures/hostile-network.ts'
import { expectProblem } from '../fixtures/problem-body.ts'
import { shareSite } from '../fixtures/share-site.ts'

const site = shareSite(openHostileNetwork)

const read = (path: string) => site.server.get(path)
const paths = Object.values(pagePaths)
const html = 'text/html; charset=utf-8'

describe('every page', () => {
  test.each(paths)('%s is HTML and forbids sniffing', async (path) => {
    const { headers, body } = await read(path)
    expect(headers['content-type']).toBe(html)
    expect(headers['x-content-type-options']).toBe('nosniff')
    expect(body).toMatch(/^<!doctype html>\n<html lang="en">/)
    expect(body).toContain('<meta name="viewport" content="width=device-width, initial-scale=1">')
  })

  test.each(paths)('%s may use only its own style', async (path) => {
    const { headers, body } = await read(path)
    const styles = [...body.matchAll(/<style>(.*?)<\/style>/gs)]
    expect(styles).toHaveLength(1)
    const hash = createHash('sha256').update(styles[0]![1]!).digest('base64')
    expect(headers['content-security-policy']).toBe(
      `default-src 'none'; style-src 'sha256-${hash}'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'`,
    )
    expect(headers['referrer-policy']).toBe('no-referrer')
    const tags = body.replaceAll(/"[^"]*"/g, '""').match(/<[^!/][^>]*>/g)!
    for (const tag of tags) {
      expect(tag).not.toMatch(/^<(script|img|iframe|object|embed|base)\b|\s(style|on[a-z]+)=/)
    }
  })

  test.each(paths)('%s answers HEAD as GET, without the page', async (path) => {
    const got = await read(path)
    const head = await site.server.send('HEAD', path)
    expect(head.body).toBe('')
    expect(head.statusCode).toBe(got.statusCode)
    for (const name of ['content-type', 'content-length', 'content-security-policy']) {
      expect(head.headers[name]).toBe(got.headers[name])
    }
  })

  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])('refuses %s', async (method) => {
    for (const path of [pagePaths.game, pagePaths.user, pagePaths.documentation]) {
      const response = await site.server.send(method, path)
      expectProblem(response, 405, 'method_not_allowed')
      expect(response.headers.allow).toBe('GET, HEAD')
    }
  })
})

describe('text of users', () => {
  const escaped = (text: string) =>
    text
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')

  test.each([pagePaths.hostileGame, pagePaths.hostileUser])('is escaped in %s', async (path) => {
    const { body } = await read(path)
    for (const text of Object.values(hostile)) expect(body).toContain(escaped(text))
    for (const text of [hostile.script, hostile.image, hostile.attribute, hostile.comment]) {
      expect(body).not.toContain(text)
    }
    expect(body.match(/<\/title>/g)).toHaveLength(1)
    expect(body).not.toMatch(/(href|src)="(?!https?:)/)
  })

  test('is escaped in metadata', async () => {
    const { body } = await read(pagePaths.hostileGame)
    expect(body).toContain(`<meta property="og:title" content="${escaped(trap.name)}">`)
    expect(body).toContain(`<meta property="og:image" content="${escaped(trap.icon_url)}">`)
    expect(body).toContain(`<title>${escaped(trap.name)} · network.example</title>`)
  })

  test('is cut to 200 characters in metadata', async () => {
    const { body } = await read(pagePaths.wideGame)
    const [, description] = /<meta name="description" content="([^"]*)">/.exec(body)!
    expect(description).toBe(`${'m'.repeat(199)}…`)
  })
})

describe('an unknown page', () => {
  test.each([
    [pagePaths.unknownGame, 404, 'Game not found'],
    [pagePaths.unknownUser, 404, 'User not found'],
    [pagePaths.closedUser, 410, 'This user has closed their account'],
    ['/games/%3Cscript%3E', 404, 'Game not found'],
    ['/users/%3Cscript%3E', 404, 'User not found'],
  ])('%s answers %d with a message, and repeats no input', async (path, status, words) => {
    const { statusCode, headers, body } = await read(path)
    expect(statusCode).toBe(status)
    expect(headers['content-type']).toBe(html)
    expect(body).toContain(`<h1>${words}</h1>`)
    expect(body).toMatch(/Go to <a href="[^"]*\/documentation">the public interface<\/a>/)
    expect(body).toContain(`<title>${words} · `)
    expect(body).not.toMatch(/<script|canonical|og:url|nobody|gone|nothing-here/)
  })

  test('the page of a game does not show a check-in of a user who closed the account', async () => {
    const { body } = await read(pagePaths.game)
    expect(body).toContain('/users/mira')
    expect(body).not.toContain('gone')
    expect(body).toContain('<dt>Players</dt><dd>1</dd>')
  })
})
