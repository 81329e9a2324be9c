import { describe, expect, test } from 'vitest'
import { openDashboard, passwords, Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Headers } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openDashboard)

const host = 'reports.example'
const own = `https://${host}`

const refused: [what: string, headers: Headers][] = [
  ['from another site', { 'sec-fetch-site': 'cross-site' }],
  ['from another site, whatever its Origin', { 'sec-fetch-site': 'cross-site', origin: own }],
  ['from another host of the same site', { 'sec-fetch-site': 'same-site', origin: own }],
  ['entered in the address bar', { 'sec-fetch-site': 'none' }],
  ['with an unknown Sec-Fetch-Site', { 'sec-fetch-site': 'SAME-ORIGIN' }],
  ['of an older browser, from another site', { origin: 'https://evil.example' }],
  ['of an older browser, from a longer host', { origin: `${own}.evil.example` }],
  ['of an older browser, from another port', { origin: `${own}:8443` }],
  ['of an older browser, from a hidden origin', { origin: 'null' }],
  ['of an older browser, from an Origin that is not a URL', { origin: 'reports.example' }],
  ['of an older browser, from an empty origin', { origin: '' }],
]

const allowed: [what: string, headers: Headers][] = [
  ['from its own pages', { 'sec-fetch-site': 'same-origin', origin: own }],
  ['from its own pages, without an Origin', { 'sec-fetch-site': 'same-origin' }],
  ['of an older browser, from its own pages', { origin: own }],
  ['of a program without either header', {}],
]

const keyOfAcme = async () => (await site.installation.keys.reveal('acme')).key

describe.each(refused)('a request %s', (_what, headers) => {
  const all = { host, ...headers }

  test('signs nobody in', async () => {
    const visitor = new Visitor(site.server)
    const response = await visitor.signIn('acme', passwords.acme, all)
    expectProblem(response, 403, 'cross_site')
    expect(response.headers['set-cookie']).toBeUndefined()
  })

  test('does not show or change the key, or sign out', async () => {
    const visitor = await site.signIn('acme')
    const key = await keyOfAcme()
    const ofKeys = ['create', 'narrow', 'rotate', 'reveal', 'revoke'].map((one) => `/keys/${one}`)
    const ofLinks = ['/links/create', '/links/revoke']
    const paths = ['/sign-out', ...ofKeys, ...ofLinks]
    for (const path of paths) {
      const response = await visitor.post(path, { name: 'default', days: 7, allow: ['read'] }, all)
      expectProblem(response, 403, 'cross_site')
      expect(response.body).not.toContain(key)
      expect(response.headers['set-cookie']).toBeUndefined()
    }
    expect(await keyOfAcme()).toBe(key)
    expect((await visitor.get('/account')).statusCode).toBe(200)
  })

  test('does not count as an attempt to sign in', async () => {
    for (let attempt = 0; attempt < 6; attempt++) {
      const response = await new Visitor(site.server).signIn('rival', 'not the password', all)
      expectProblem(response, 403, 'cross_site')
    }
    await site.signIn('rival')
  })
})

describe.each(allowed)('a request %s', (_what, headers) => {
  test('signs in, shows the key, changes it and signs out', async () => {
    const all = { host, ...headers }
    const visitor = new Visitor(site.server)
    expect((await visitor.signIn('acme', passwords.acme, all)).statusCode).toBe(204)
    const key = await keyOfAcme()
    expect((await visitor.post('/keys/reveal', {}, all)).json().key).toBe(key)
    const rotated = (await visitor.post('/keys/rotate', {}, all)).json()
    expect(rotated.key).toBe(await keyOfAcme())
    expect(rotated.key).not.toBe(key)
    expect((await visitor.post('/sign-out', undefined, all)).statusCode).toBe(204)
    expect(visitor.token).toBeNull()
  })
})
