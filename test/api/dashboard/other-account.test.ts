import { beforeAll, describe, expect, test } from 'vitest'
import { openDashboard, passwords, type Visitor } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Headers, Response } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openDashboard)
/** A browser in which rival signed in after acme. */
let changed: Visitor
beforeAll(async () => {
  changed = await site.signIn('acme')
  await changed.signIn('rival', passwords.rival)
})

const range = { start_date: '2026-03-01', end_date: '2026-03-02' }
const named = { name: 'default' }
const figures = { ...range, dimensions: 'network' }
const compared = { ...range, compare: 'previous_period' }

/** Every question that a page asks about its account. */
const questions: [what: string, ask: (visitor: Visitor, headers: Headers) => Promise<Response>][] =
  [
    ['a report', (visitor, headers) => visitor.get('/report', figures, headers)],
    ['a comparison', (visitor, headers) => visitor.get('/comparison', compared, headers)],
    ['contributions', (visitor, headers) => visitor.get('/contributions', compared, headers)],
    ['anomalies', (visitor, headers) => visitor.get('/anomalies', range, headers)],
    ['the forecast', (visitor, headers) => visitor.get('/forecast', {}, headers)],
    ['the home page', (visitor, headers) => visitor.get('/home', {}, headers)],
    ['freshness', (visitor, headers) => visitor.get('/freshness', range, headers)],
    ['imports', (visitor, headers) => visitor.get('/imports', {}, headers)],
    ['the key', (visitor, headers) => visitor.post('/keys/reveal', {}, headers)],
    ['a new key', (visitor, headers) => visitor.post('/keys/rotate', {}, headers)],
    ['keys', (visitor, headers) => visitor.get('/keys', {}, headers)],
    ['one of its keys', (visitor, headers) => visitor.post('/keys/reveal', named, headers)],
    ['report links', (visitor, headers) => visitor.get('/links', {}, headers)],
    ['connections', (visitor, headers) => visitor.get('/connections', {}, headers)],
    [
      'networks to connect',
      (visitor, headers) => visitor.get('/connections/networks', {}, headers),
    ],
    ['the audit log', (visitor, headers) => visitor.get('/audit', {}, headers)],
    ['saved views', (visitor, headers) => visitor.get('/views', {}, headers)],
    ['notes', (visitor, headers) => visitor.get('/notes', {}, headers)],
    ['apps', (visitor, headers) => visitor.get('/apps', {}, headers)],
    ['rates', (visitor, headers) => visitor.get('/rates', {}, headers)],
  ]

const keysOf = () =>
  Promise.all(['acme', 'rival'].map((name) => site.installation.keys.reveal(name)))

test.each(questions.filter(([what]) => ['a report', 'a new key'].includes(what)))(
  '%s: a page of the account that was signed in before is refused, however it writes the name',
  async (_what, ask) => {
    const keys = await keysOf()
    for (const shown of ['acme', 'ACME', 'Rival', 'nobody', '', 'acme, rival']) {
      const response = await ask(changed, { 'x-adtally-account': shown })
      expectProblem(response, 409, 'other_account')
      expect(response.json().detail).toContain('signed in as rival')
      for (const { key } of keys) expect(response.body).not.toContain(key)
    }
    expect(await keysOf()).toEqual(keys)
  },
)

describe.each([
  ['acme', 'USD'],
  ['rival', 'EUR'],
] as const)('every answer to a page of %s', (username, currency) => {
  const visitor = shareSite(() => site.signIn(username))

  // A report is the report endpoint's, which does not name the account.
  test.each(questions.filter(([what]) => what !== 'a report'))(
    'about %s names the account and its currency',
    async (_what, ask) => {
      const named: Headers = { 'x-adtally-account': username }
      for (const headers of [named, {}]) {
        const response = await ask(visitor, headers)
        expect(response.statusCode).toBe(200)
        expect(response.json()).toMatchObject({ account: username, currency })
      }
    },
  )
})
