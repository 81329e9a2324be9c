import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { createKey } from '../../../src/use-cases/create-key.ts'
import { createLink } from '../../../src/use-cases/create-link.ts'
import { type DigestSite, openDigestSite } from '../../fixtures/digest-site.ts'

let site: DigestSite
beforeEach(async () => {
  site = await openDigestSite()
})
afterEach(() => site.close())

const yesterday = '2026-03-09'

async function statusOf(options: object = {}) {
  const { key } = await site.installation.call(createKey, {
    username: 'studio',
    name: `key ${Object.keys(options).length}`,
    ...options,
  })
  const { statusCode, body } = await site.server.get(
    '/status',
    {},
    { authorization: `Bearer ${key}` },
  )
  expect(statusCode).toBe(200)
  return JSON.parse(body)
}

/** @returns the path of a link with filters */
const linkTo = async (name: string, { appId, ...filters }: { appId?: string[] } & object = {}) => {
  const report = { metrics: ['revenue'], ...filters }
  return (
    await site.installation.call(createLink, {
      username: 'studio',
      name,
      days: 'last_7',
      report,
      ...(appId && { appId }),
    })
  ).path
}

describe('the status of data', () => {
  test('names what networks have not reported', async () => {
    await site.importRows([site.row(yesterday, 'zap', 'acme')])
    const whole = { network: 'acme', status: 'complete', last_date: yesterday, missing: [] }
    const missing = [{ start_date: yesterday, end_date: yesterday }]
    expect(await statusOf()).toEqual({
      status: 'late',
      date: yesterday,
      complete_to: '2026-03-08',
      networks: [whole, { network: 'bolt', status: 'late', last_date: '2026-03-08', missing }],
    })
    await site.importRows([site.row(yesterday, 'zap', 'bolt', '0')])
    expect(await statusOf({ allow: ['read'] })).toMatchObject({ status: 'complete' })
  })

  test('is of the apps of its key', async () => {
    await site.importRows([site.row(yesterday, 'hop', 'acme')])
    const { status, networks } = await statusOf({ appId: ['hop'] })
    expect([status, networks.length]).toEqual(['complete', 1])
  })

  test('needs a key', async () => {
    expect((await site.server.get('/status')).statusCode).toBe(401)
  })

  test('is shown by a report link for what the link shows, without names', async () => {
    await site.importRows([
      site.row(yesterday, 'zap', 'acme'),
      site.row('2026-03-08', 'hop', 'cube', '3'),
      site.row(yesterday, 'hop', 'cube', '3'),
    ])
    const shown = async (filters: object) => {
      const { body } = await site.server.get(
        `${await linkTo(JSON.stringify(filters), filters)}/status`,
      )
      return JSON.parse(body)
    }
    const { status, ...days } = await shown({})
    expect([status, days]).toEqual(['late', { date: yesterday, complete_to: '2026-03-08' }])
    expect(await shown({ network: ['acme'] })).toMatchObject({ status: 'complete' })
    expect(await shown({ appId: ['hop'] })).toMatchObject({ status: 'complete' })
    expect(await shown({ appId: ['zap'] })).toMatchObject({ status: 'late' })
  })

  test('is a badge', async () => {
    const path = `${await linkTo('badge')}/badge.svg`
    const late = await site.server.get(path)
    expect(late.headers).toMatchObject({
      'content-type': 'image/svg+xml',
      'cache-control': 'private, max-age=60',
      'x-robots-tag': 'noindex, nofollow',
    })
    expect(late.body).toContain('<title>figures: late, whole to 2026-03-08</title>')
    await site.importRows([site.row(yesterday, 'zap', 'acme'), site.row(yesterday, 'zap', 'bolt')])
    expect((await site.server.get(path)).body).toContain('<title>figures: complete to 2026-03-09<')
    expect((await site.server.get(path, { size: 'large' })).statusCode).toBe(400)
    expect((await site.server.get(path.replace(/reports\/..../, 'reports/AAAA'))).statusCode).toBe(
      404,
    )
  })
})
