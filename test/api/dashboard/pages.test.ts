import { beforeAll, describe, expect, test } from 'vitest'
import { openAccounts } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { type Response, serveReports, type TestServer } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const accounts = shareSite(() => openAccounts({}))
let server: TestServer
beforeAll(() => {
  server = serveReports(accounts.installation)
  return () => server.close()
})

const nonceIn = (response: Response) => {
  const found = /script-src 'self' 'nonce-([A-Za-z0-9+/=_-]+)'/.exec(
    String(response.headers['content-security-policy']),
  )
  return found![1]!
}

function expectPage(response: Response, status: number): void {
  expect(response.statusCode).toBe(status)
  expect(response.headers['content-type']).toBe('text/html; charset=utf-8')
  expect(response.headers['x-content-type-options']).toBe('nosniff')
  expect(response.headers['cache-control']).toBe('no-store')
  expect(response.body).toMatch(/^<!doctype html>/i)
  expectNothingFromElsewhere(String(response.headers['content-security-policy']))
}

function expectNothingFromElsewhere(policy: string): void {
  const directives = new Map(
    policy.split(/; */).map((one) => {
      const [name, ...values] = one.split(' ')
      return [name, values]
    }),
  )
  expect(directives.get('default-src')).toEqual(["'none'"])
  for (const name of ['base-uri', 'frame-ancestors']) {
    expect(directives.get(name)).toEqual(["'none'"])
  }
  for (const values of directives.values()) {
    for (const value of values) {
      expect(value).toMatch(/^('none'|'self'|'nonce-[A-Za-z0-9+/=_-]{22,}'|data:)$/)
    }
  }
  expect(directives.get('script-src')).not.toContain('data:')
  expect(directives.get('font-src')).toEqual(["'self'"])
}

const known = [
  ...['/dashboard', '/dashboard/', '/dashboard/networks'],
  ...['/dashboard/home', '/dashboard/changes'],
  ...['/dashboard/restatements', '/dashboard/reconcile', '/dashboard/rates'],
  ...['/dashboard/explore', '/dashboard/links', `/dashboard/shared/${'A'.repeat(43)}`],
  ...['/dashboard/money', '/dashboard/money/months', '/dashboard/money/statements?statement=S1'],
  ...['/dashboard/imports', '/dashboard/account', '/dashboard/apps', '/dashboard/apps/9'],
  '/dashboard/imports/',
  // An earlier address, which moves in the browser.
  '/dashboard/morning?country=DE',
  ...['/dashboard/apps/old%2Bapp%261%2F%C3%A4', '/dashboard?start_date=2026-03-01'],
  ...['/dashboard/apps/%E0%A4%A', '/dashboard/apps/100%?country=%E0%A4%A'],
]
const unknown = [
  ...['/dashboard/nothing', '/dashboard/apps/9/more', '/dashboard/index.html'],
  ...['/dashboard/shared', '/dashboard/shared/a/b', '/dashboard/explore/all'],
  ...['/dashboard/account/key', '/dashboard//', '/dashboard/apps//', '/dashboard/constructor'],
]

test.each(known)('%s is a page, which loads nothing from elsewhere', async (path) => {
  expectPage(await server.get(path), 200)
})

test.each(unknown)('%s is such a page with status 404', async (path) => {
  expectPage(await server.get(path), 404)
})

describe('the nonce', () => {
  test('is different for each request, also for unknown pages', async () => {
    const paths = ['/dashboard', '/dashboard', '/dashboard/account', '/dashboard/nothing']
    const nonces: string[] = []
    for (const path of paths) nonces.push(nonceIn(await server.get(path)))
    expect(new Set(nonces).size).toBe(paths.length)
  })

  test('of the header equals that of the page, which has no placeholder left', async () => {
    const response = await server.get('/dashboard')
    expect(response.body).not.toContain('ADTALLY_NONCE')
    const nonces = [...response.body.matchAll(/nonce="([^"]*)"/g)].map(([, nonce]) => nonce)
    expect(nonces).toEqual(nonces.map(() => nonceIn(response)))
    // Every script and style either has the nonce or is loaded from its own file.
    expect(response.body).not.toMatch(/<script(?![^>]*(nonce|src)=)/)
  })
})

test('the server’s root redirects to the first page', async () => {
  const response = await server.get('/')
  expect(response.statusCode).toBe(302)
  expect(response.headers.location).toBe('/dashboard/home')
})

test.each(['POST', 'PUT', 'DELETE', 'OPTIONS'])('pages refuse %s', async (method) => {
  for (const path of ['/', '/dashboard', '/dashboard/account', '/dashboard/nothing']) {
    const response = await server.send(method, path)
    expectProblem(response, 405, 'method_not_allowed')
    expect(response.headers.allow).toBe('GET, HEAD')
  }
})

test('unknown files answer 404', async () => {
  for (const name of ['nothing.js', '..%2f..%2fpackage.json', '../../package.json', '%00']) {
    const response = await server.get(`/dashboard/assets/${name}`)
    expect([400, 403, 404]).toContain(response.statusCode)
    expect(response.body).not.toContain('"dependencies"')
  }
})
