import { expect, test } from 'vitest'
import { openDashboard } from '../../fixtures/dashboard-visitor.ts'
import { shared } from '../../fixtures/shared.ts'
import { acme, applicationsPath, rival } from '../../fixtures/v2-publisher.ts'

const site = shared(openDashboard)

const statusAtV2 = async (developer: string, key: string) =>
  (await site.server.get(applicationsPath, { developer, key })).statusCode

test('an account sees its own key, and the answer must not be cached', async () => {
  for (const [{ developer, key }, currency] of [
    [acme, 'USD'],
    [rival, 'EUR'],
  ] as const) {
    const visitor = await site.signIn(developer)
    const response = await visitor.post('/keys/reveal', {})
    expect(response.statusCode).toBe(200)
    expect(response.headers['cache-control']).toBe('no-store')
    expect(response.headers.etag).toBeUndefined()
    expect(response.json()).toEqual({ account: developer, currency, key })
  }
})

test('a new key works in V2 at once, the old one no longer, and other accounts keep theirs', async () => {
  const visitor = await site.signIn('acme')
  const old = (await visitor.post('/keys/reveal', {})).json().key
  expect(await statusAtV2('acme', old)).toBe(200)

  const response = await visitor.post('/keys/rotate', {})
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  expect(Object.keys(response.json())).toEqual(['account', 'currency', 'key'])
  const { key } = response.json()
  expect(key).toMatch(/^[A-Za-z0-9_-]{22,}$/)

  expect(await statusAtV2('acme', key)).toBe(200)
  expect(await statusAtV2('acme', old)).toBe(401)
  expect(await statusAtV2('rival', rival.key)).toBe(200)
  expect((await visitor.post('/keys/reveal', {})).json().key).toBe(key)
})

test('every new key is different, and the browser stays signed in', async () => {
  const visitor = await site.signIn('acme')
  const keys: string[] = []
  for (let time = 0; time < 5; time++)
    keys.push((await visitor.post('/keys/rotate', {})).json().key)
  expect(new Set(keys).size).toBe(5)
  const statuses = await Promise.all(keys.map((key) => statusAtV2('acme', key)))
  expect(statuses).toEqual([401, 401, 401, 401, 200])
})
