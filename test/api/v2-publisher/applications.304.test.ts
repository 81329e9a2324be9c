import { expect, test } from 'vitest'
import { addDays, dayOf } from '../../../src/values/day.ts'
import { fixedNow } from '../../fixtures/installation.ts'
import { serveReports } from '../../fixtures/report-server.ts'
import { shared } from '../../fixtures/shared.ts'
import { acme, applicationsPath, openV2Publisher } from '../../fixtures/v2-publisher.ts'

const publisher = shared(openV2Publisher)

const list = (headers = {}) => publisher.server.get(applicationsPath, acme, headers)

test('a client that already has the list gets 304 without a body', async () => {
  const { headers } = await list()
  expect(headers.etag).toMatch(/^"[^"]+"$/)
  const again = await list({ 'if-none-match': headers.etag })
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect(again.headers.etag).toBe(headers.etag)
  expect(again.headers['cache-control']).toBe('no-store')
})

test('renaming an app changes the tag', async () => {
  const { headers } = await list()
  await publisher.installation.importApps([
    { app_id: '30', publisher: 'acme', app_name: 'Renamed', platform: 'android' },
  ])
  const changed = await list({ 'if-none-match': headers.etag })
  expect(changed.statusCode).toBe(200)
  expect(changed.headers.etag).not.toBe(headers.etag)
  expect(changed.body).toContain('"Renamed"')
})

test('bodies with and without keys have different tags', async () => {
  const withKey = await list()
  const without = await list({ authorization: `Bearer ${acme.key}` })
  expect(without.body).not.toBe(withKey.body)
  expect(without.headers.etag).not.toBe(withKey.headers.etag)
})

test('at midnight the links change by a day, and the tag changes', async () => {
  const tomorrow = addDays(dayOf(fixedNow.getTime()), 1)
  const next = serveReports(publisher.installation, { today: () => tomorrow })
  try {
    const { headers } = await list()
    const moved = await next.get(applicationsPath, acme, {
      'if-none-match': headers.etag as string,
    })
    expect(moved.statusCode).toBe(200)
    expect(moved.headers.etag).not.toBe(headers.etag)
    expect(moved.json().data[0].api_url).toMatch(/&start_date=2026-03-05&end_date=2026-03-11$/)
  } finally {
    await next.close()
  }
})
