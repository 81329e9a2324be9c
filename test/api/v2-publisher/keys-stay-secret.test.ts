import { beforeEach, describe, expect, test } from 'vitest'
import { openGuarded } from '../../fixtures/guarded-site.ts'
import type { Headers, Query } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { applicationsPath, emptyDays, statsPath } from '../../fixtures/v2-publisher.ts'

// Neither contains characters that escaping would change.
const secrets = { real: 'sesameOpen-51f0', rejected: 'sesameShut-90ab' }
const developer = 'guarded'

const site = shareSite(() => openGuarded({ username: developer, key: secrets.real }))
beforeEach(() => {
  site.lines.length = 0
})

const keys: [string, Query, Headers][] = Object.entries(secrets).flatMap(([name, key]) => [
  [`the ${name} key in the query`, { developer, key }, {}],
  [`the ${name} key in the query, repeated`, { developer, key: [key, key] }, {}],
  [`the ${name} key in the query without a username`, { key }, {}],
  [`the ${name} key as a bearer`, { developer }, { authorization: `Bearer ${key}` }],
  [`the ${name} key as a bearer without a username`, {}, { authorization: `Bearer ${key}` }],
  [`the ${name} key in basic credentials`, { developer }, { authorization: `Basic ${key}` }],
])

const requests: [method: string, path: string, query: Query][] = [
  ['GET', statsPath, {}],
  ['GET', statsPath, emptyDays],
  ['GET', `${statsPath}/`, { ...emptyDays, app_id: 'nothing' }],
  ['GET', statsPath, { ...emptyDays, geo: 'xx', startdate: '1', group_by: 'x' }],
  ['POST', statsPath, emptyDays],
  ['HEAD', statsPath, emptyDays],
  ['GET', applicationsPath, {}],
  ['DELETE', applicationsPath, {}],
  ['GET', '/api/v2/publisher/nothing', {}],
  ['GET', '/healthz', {}],
]

const undecodable = [
  '/%',
  '/api/v2/publisher/applications%zz',
  '/api/v2/publisher/applications/%E0%A4%A/stats',
]

const containsKey = (text: string) => Object.values(secrets).some((key) => text.includes(key))

describe.each(keys)('%s', (_title, credentials, headers) => {
  test('no error contains it, in body or header', async () => {
    let errors = 0
    for (const [method, path, query] of requests) {
      for (const each of [site.server, site.failing]) {
        const response = await each.send(method, path, { ...credentials, ...query }, headers)
        expect(containsKey(JSON.stringify(response.headers))).toBe(false)
        if (response.statusCode < 400) continue
        expect(containsKey(response.body)).toBe(false)
        errors++
      }
    }
    expect(errors).toBeGreaterThan(requests.length)
  })

  test('no log line contains it', async () => {
    for (const [method, path, query] of requests) {
      await site.server.send(method, path, { ...credentials, ...query }, headers)
      await site.failing.send(method, path, { ...credentials, ...query }, headers)
    }
    for (const path of undecodable) await site.server.get(path, credentials, headers)
    expect(site.lines.length).toBeGreaterThan(requests.length)
    expect(site.lines.filter(containsKey)).toEqual([])
  })
})

test('no answer to an undecodable URL contains a key', async () => {
  for (const [, credentials, headers] of keys) {
    for (const path of undecodable) {
      const response = await site.server.get(path, credentials, headers)
      expect(response.statusCode).toBe(400)
      expect(containsKey(response.body)).toBe(false)
    }
  }
})

test('no log line contains a key in a path whose question mark is missing or escaped', async () => {
  for (const key of Object.values(secrets)) {
    for (const mark of ['&', '%3F', ';', '/']) {
      await site.server.get(`${statsPath}${mark}developer=${developer}&key=${key}`)
    }
  }
  expect(site.lines.length).toBeGreaterThan(0)
  expect(site.lines.filter(containsKey)).toEqual([])
})

test('a failure is logged with its cause, which is not sent to the client', async () => {
  const query = { developer, key: secrets.real, ...emptyDays }
  const response = await site.failing.get(statsPath, query)
  expect(response.statusCode).toBe(500)
  expect(response.json().code).toBe('internal_error')
  expect(response.body).not.toContain('engine')
  expect(site.lines.join('')).toContain('The engine failed for account')
  expect(site.lines.join('')).toContain(response.json().request_id)
})
