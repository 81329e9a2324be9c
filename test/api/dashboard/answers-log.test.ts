import { beforeAll, expect, test } from 'vitest'
import { api, sessionCookie, setPasswords, signedIn } from '../../fixtures/dashboard-visitor.ts'
import { openGuarded } from '../../fixtures/guarded-site.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const password = 'nothing to be warned of'
const site = shareSite(() => openGuarded({ username: 'calm', key: 'a-key-of-the-calm-account-1' }))
let url: string
beforeAll(async () => {
  await setPasswords(site.installation, { calm: password })
  url = await site.server.app.listen({ host: '127.0.0.1', port: 0 })
})

test.each([
  'comparison?start_date=2026-03-01&end_date=2026-03-02&compare=previous_period',
  'anomalies?start_date=2026-03-01&end_date=2026-03-02&by=network',
  'report?start_date=2026-03-01&end_date=2026-03-02&metrics=revenue',
  'imports',
])('an answer to %s over a connection logs no warning', async (path) => {
  const { token } = await signedIn(site.server, 'calm', password)
  site.lines.length = 0
  const response = await fetch(`${url}${api}/${path}`, {
    headers: { cookie: `${sessionCookie}=${token}` },
  })
  expect(response.status).toBe(200)
  await response.text()
  await new Promise(setImmediate)
  expect(site.lines.length).toBeGreaterThan(0)
  expect(site.lines.filter((line) => JSON.parse(line).level >= 40)).toEqual([])
})
