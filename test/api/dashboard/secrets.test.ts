import { readdir, readFile } from 'node:fs/promises'
import { type TOTP, URI } from 'otpauth'
import { beforeAll, expect, test } from 'vitest'
import { api, setPasswords, signedIn } from '../../fixtures/dashboard-visitor.ts'
import { openGuarded } from '../../fixtures/guarded-site.ts'
import { fixedNow } from '../../fixtures/installation.ts'
import type { Response } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

// None contains characters that escaping would change.
const password = 'sesameOpen51f0'
const rejected = 'sesameShut90ab'
const key = 'sesameKey77fe-and-more-of-it'

const site = shareSite(() => openGuarded({ username: 'guarded', key }))
beforeAll(() => setPasswords(site.installation, { guarded: password }))

const parts = (secret: string) => [secret, secret.slice(0, 6)]
const containsAny = (text: string, secrets: readonly string[]) =>
  secrets.flatMap(parts).some((part) => text.includes(part))

/** Bodies that contain passwords; invalid bodies are broken right beside the password. */
const bodies = [password, rejected].flatMap((secret) => [
  JSON.stringify({ username: 'guarded', password: secret }),
  JSON.stringify({ username: secret, password: secret }),
  JSON.stringify({ username: 'guarded', password: [secret] }),
  JSON.stringify({ username: 'guarded', password: { a: secret } }),
  JSON.stringify({ username: 'guarded', [secret]: secret }),
  JSON.stringify({ username: secret.repeat(9), password: secret }),
  `{"username": "guarded", "password": ${secret}}`,
  `{"username": "guarded", "password": "${secret}"`,
  `{"username": "guarded", "password": "${secret}" "}`,
  `{"username": "guarded", "password": '${secret}'}`,
  secret,
  `"${secret}"`,
  `username=guarded&password=${secret}`,
  JSON.stringify({ username: 'guarded', password: secret.repeat(2_000) }),
])

test('no answer and no log line contains a password, however the sign-in is written', async () => {
  site.lines.length = 0
  for (const each of [site.server, site.failing]) {
    for (const [nth, payload] of bodies.entries()) {
      for (const type of ['application/json', 'text/plain', 'application/x-www-form-urlencoded']) {
        const response = await each.app.inject({
          method: 'POST',
          url: `${api}/sign-in`,
          payload,
          headers: { 'content-type': type },
          remoteAddress: `192.0.2.${nth}`,
        })
        expect(containsAny(response.body, [password, rejected])).toBe(false)
        expect(containsAny(JSON.stringify(response.headers), [password, rejected])).toBe(false)
      }
    }
  }
  expect(site.lines.length).toBeGreaterThan(bodies.length)
  expect(site.lines.filter((line) => containsAny(line, [password, rejected]))).toEqual([])
})

test('no answer and no log line contains a password, however it is changed', async () => {
  site.lines.length = 0
  const visitor = await signedIn(site.server, 'guarded', password)
  for (const body of [
    { current_password: rejected, new_password: password },
    { current_password: password, new_password: rejected.slice(0, 9) },
    { current_password: password, new_password: [rejected] },
    { current_password: password, [rejected]: rejected },
    { current_password: password, new_password: password },
  ]) {
    const response = await visitor.post('/password', body)
    expect(containsAny(response.body, [password, rejected])).toBe(false)
  }
  expect(site.lines.length).toBeGreaterThan(5)
  expect(site.lines.filter((line) => containsAny(line, [password, rejected]))).toEqual([])
})

test('no log line contains a token or the key, and no answer except the cookie contains a token', async () => {
  site.lines.length = 0
  const tokens: string[] = []
  for (const each of [site.server, site.failing]) {
    const visitor = await signedIn(each, 'guarded', password)
    const { token } = visitor
    tokens.push(token!)
    const range = { start_date: '2026-03-01', end_date: '2026-03-02', dimensions: 'network' }
    const answers: Response[] = [
      await visitor.get('/account'),
      await visitor.get('/report', range),
      await visitor.get('/report', { ...range, dimensions: token! }),
      await visitor.get('/freshness', range),
      await visitor.get('/imports'),
      await visitor.get(`/${token}`),
      await visitor.get(`/%zz${token}`),
      await visitor.post('/keys/reveal', {}),
      await visitor.post('/keys/reveal', {}, { origin: 'https://evil.example' }),
      await visitor.post('/account'),
      await visitor.send({ url: '/dashboard' }),
      await visitor.signIn('guarded', rejected),
      await visitor.signOut(),
    ]
    visitor.token = token
    answers.push(await visitor.get('/account'), await visitor.post('/keys/reveal', {}))
    for (const [nth, { body, headers }] of answers.entries()) {
      // The third repeats the rejected value, which was in the URL.
      if (nth !== 2) expect(body).not.toContain(token)
      expect(JSON.stringify(headers)).not.toContain(token)
    }
    expect(answers.filter(({ body }) => body.includes(key))).toHaveLength(1)
  }
  expect(site.lines.length).toBeGreaterThan(20)
  expect(site.lines.filter((line) => containsAny(line, [...tokens, key, rejected]))).toEqual([])
})

test('a failure of the store is logged with its cause, which is not sent to the browser', async () => {
  site.lines.length = 0
  const visitor = await signedIn(site.failing, 'guarded', password)
  const query = { start_date: '2026-03-01', end_date: '2026-03-02', dimensions: 'app_id' }
  const response = await visitor.get('/report', query)
  expect(response.statusCode).toBe(500)
  expect(response.json().code).toBe('internal_error')
  expect(response.body).not.toContain('engine')
  expect(site.lines.join('')).toContain('The engine failed')
})

test('the stores contain no password, key, token, code or secret in plain text', async () => {
  const visitor = await signedIn(site.server, 'guarded', password)
  const invited = { user: 'ada@example.com', role: 'viewer' }
  const { link } = (await visitor.post('/invitations', invited)).json()
  const { secret, url } = (await visitor.post('/second-factor/begin', {})).json()
  const code = (URI.parse(url) as TOTP).generate({ timestamp: fixedNow.getTime() })
  const confirmed = await visitor.post('/second-factor/confirm', { code })
  const codes: string[] = confirmed.json().recovery_codes
  const { key: rotated } = (await visitor.post('/keys/rotate', {})).json()
  const days = { start_date: '2026-03-01', end_date: '2026-03-05', key: rotated, format: 'csv' }
  expect((await site.server.get('/api/publisher/guarded', days)).statusCode).toBe(200)
  const token = link.split('/').at(-1)
  const secrets = [password, rejected, key, rotated, visitor.token!, token, secret, ...codes]
  expect(secrets).toHaveLength(17)
  const files = await readdir(site.installation.root, { recursive: true, withFileTypes: true })
  for (const file of files.filter((one) => one.isFile())) {
    const bytes = await readFile(`${file.parentPath}/${file.name}`)
    for (const one of secrets) expect(bytes.includes(one), file.name).toBe(false)
  }
  expect(site.lines.filter((line) => containsAny(line, secrets.slice(3)))).toEqual([])
})
