import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setPassword } from '../../../src/use-cases/set-password.ts'
import { api, openDashboard, passwords, sessionCookie } from '../../fixtures/dashboard-visitor.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Response } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openDashboard)

const post = (payload: string | Buffer | undefined, type: string | null = 'application/json') =>
  site.server.app.inject({
    method: 'POST',
    url: `${api}/sign-in`,
    headers: { ...(type !== null && { 'content-type': type }) },
    ...(payload !== undefined && { payload }),
  })

function expectRefused(response: Response): void {
  expect(response.statusCode).toBeGreaterThanOrEqual(400)
  expect(response.statusCode).toBeLessThan(500)
  expectProblem(response, response.statusCode, response.json().code)
  expect(response.headers['set-cookie']).toBeUndefined()
}

const { acme: password } = passwords
const good = { username: 'acme', password }

describe('a body is refused with a problem', () => {
  test.each<[what: string, body: string]>([
    ['that is empty', ''],
    ['that is cut off', '{"username": "acme", "password": "acme op'],
    ['that is not JSON', `username=acme&password=${password}`],
    ['that is null', 'null'],
    ['that is a number', '1'],
    ['that is text', '"acme"'],
    ['that is a list', JSON.stringify(['acme', password])],
    ['that is a list of one object', JSON.stringify([good])],
    ['without members', '{}'],
    ['without a password', JSON.stringify({ username: 'acme' })],
    ['without a username', JSON.stringify({ password })],
    ['whose username is null', JSON.stringify({ ...good, username: null })],
    ['whose username is a number', JSON.stringify({ ...good, username: 1 })],
    ['whose username is a list', JSON.stringify({ ...good, username: ['acme'] })],
    ['whose password is a number', JSON.stringify({ ...good, password: 1_234_567_890 })],
    ['whose password is true', JSON.stringify({ ...good, password: true })],
    ['whose password is an object', JSON.stringify({ ...good, password: { $ne: '' } })],
    ['whose username is too long', JSON.stringify({ ...good, username: 'a'.repeat(255) })],
    ['whose password is too long', JSON.stringify({ ...good, password: 'a'.repeat(1_025) })],
    [
      'that sets a prototype',
      `{"__proto__": {"a": 1}, "username": "acme", "password": "${password}"}`,
    ],
    ['that is too large', JSON.stringify({ ...good, more: 'a'.repeat(8_192) })],
    ['that is far too large', JSON.stringify({ ...good, password: 'a'.repeat(2_000_000) })],
    ['that is nested too deeply', '['.repeat(4_000)],
  ])('%s', async (_what, body) => {
    expectRefused(await post(body))
  })

  test('that has no content type', async () => {
    expectRefused(await post(undefined, null))
    expectRefused(await post(JSON.stringify(good), null))
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data',
    'text/json',
    '?',
  ])('with the content type %s', async (type) => {
    expectRefused(await post(JSON.stringify(good), type))
    expectRefused(await post(new URLSearchParams(good).toString(), type))
  })

  test('whose bytes are not UTF-8', async () => {
    const bytes = Buffer.concat([
      Buffer.from('{"username": "ac'),
      Buffer.from([0xff, 0xfe, 0xc3]),
      Buffer.from('me", "password": "whatever it is"}'),
    ])
    expectRefused(await post(bytes))
  })
})

test('the longest password can sign in', async () => {
  const longest = '😀'.repeat(256)
  await site.installation.call(setPassword, { username: 'idle', password: longest })
  const response = await post(JSON.stringify({ username: 'idle', password: longest }))
  expect(response.statusCode).toBe(204)
})

test('no body makes the server fail', async () => {
  const value = fc.oneof(
    fc.constantFrom('acme', password, '', '\u0000', '\ud800', '__proto__', "' OR 1=1 --"),
    fc.string({ unit: 'binary', maxLength: 80 }),
    fc.jsonValue(),
  )
  const body = fc.oneof(
    fc.record({ username: value, password: value }).map((one) => JSON.stringify(one)),
    fc.json(),
    fc.string({ unit: 'binary' }),
  )
  await fc.assert(
    fc.asyncProperty(body, async (text) => {
      const { statusCode } = await post(text)
      expect([204, 400, 401, 413, 415, 429]).toContain(statusCode)
    }),
    { numRuns: 200 },
  )
})

test('no invalid cookie makes the server fail or signs in', async () => {
  const cookies = ['', '=', ';;;', '%', '%E0%A4%A', 'null', '"', 'a'.repeat(9_000), '\u00ff', 'a=b']
  for (const cookie of cookies) {
    for (const header of [cookie, `${sessionCookie}=${cookie}`, `${sessionCookie}; ${cookie}`]) {
      const url = `${api}/account`
      const response = await site.server.app.inject({ url, headers: { cookie: header } })
      expectProblem(response, 401, 'signed_out')
    }
  }
})
