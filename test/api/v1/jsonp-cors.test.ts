import { describe, expect, test } from 'vitest'
import { acmeKey, openSmallNetwork } from '../../fixtures/community.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import { type Query, type Response, serveReports } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openSmallNetwork)

const get = (path: string, query: Query = {}) => site.server.get(`/api/v1${path}`, query)

function expectScript(answer: Response): void {
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8')
  expect(answer.headers['x-content-type-options']).toBe('nosniff')
}

describe('with a callback', () => {
  test.each(['/', '/games/hop', '/users/mira', '/activity/a2', '/users?limit=2'])(
    '%s calls it with exactly the JSON',
    async (path) => {
      const separator = path.includes('?') ? '&' : '?'
      const json = await get(path)
      const answer = await get(`${path}${separator}callback=show`)
      expectScript(answer)
      expect(answer.body).toBe(`/**/show(${json.body});`)
      expect(Number(answer.headers['content-length'])).toBe(Buffer.byteLength(answer.body))
    },
  )

  test.each(['a', '_', '$', 'jQuery1_2', 'a.b.c', '_$.$_', 'x'.repeat(64), `${'x'.repeat(62)}.y`])(
    'accepts %s',
    async (callback) => {
      const answer = await get('/users/bare_1', { callback })
      expectScript(answer)
      expect(answer.body.startsWith(`/**/${callback}({`)).toBe(true)
    },
  )

  test.each([
    ['/games/nothing', 404, 'unknown_game'],
    ['/users/gone', 410, 'user_closed'],
    ['/games?limit=0', 400, 'bad_parameters'],
    ['/nothing', 404, 'not_found'],
  ])(
    'the error of %s has status 200, and its real status in the body',
    async (path, status, code) => {
      const answer = await get(`${path}${path.includes('?') ? '&' : '?'}callback=on.error`)
      expectScript(answer)
      const [, json] = /^\/\*\*\/on\.error\((.*)\);$/s.exec(answer.body) ?? []
      expect(JSON.parse(json!)).toMatchObject({ status, code })
    },
  )

  test('line separators are escaped and read back unchanged', async () => {
    expect((await get('/activity/a3')).json().text).toBe('line\u2028sep\u2029end')
    const { body } = await get('/activity/a3', { callback: 'f' })
    expect(body).toContain('"line\\u2028sep\\u2029end"')
    expect(body).not.toMatch(/[\u2028\u2029]/)
    expect(JSON.parse(body.slice('/**/f('.length, -2)).text).toBe('line\u2028sep\u2029end')
  })

  test('an empty callback counts as absent', async () => {
    expect((await get('/games/hop', { callback: '' })).json().id).toBe('hop')
  })
})

describe('a callback is refused and never echoed unescaped', () => {
  const hostile: (string | string[])[] = [
    'alert(1)//',
    'a.b;c',
    'a'.repeat(10_000),
    'a'.repeat(65),
    'обратно',
    'ｆｏｏ',
    '<script>alert(1)</script>',
    '</script><svg/onload=alert(1)>',
    'a[0]',
    "a['b']",
    '.a',
    'a.',
    'a..b',
    '1a',
    'a b',
    ' a',
    'a\n',
    'a\u2028b',
    '*/alert(1)/*',
    'a-b',
    'a,b',
    ['show', 'show'],
    ['show', '<b>'],
  ]
  test.each(hostile.map((callback) => [JSON.stringify(callback).slice(0, 40), callback] as const))(
    '%s',
    async (_shown, callback) => {
      for (const path of ['/', '/games', '/games/hop', '/users/gone/games', '/activity/nothing']) {
        const answer = await get(path, { callback })
        expectProblem(answer, 400, 'bad_parameters', { callback: /function.*64/ })
        expect(answer.body).not.toContain('<')
        expect(answer.body.length).toBeLessThan(1_500)
      }
    },
  )

  test('for unknown paths and methods too', async () => {
    const callback = '<script>alert(1)//'
    const nothing = await get('/<b>', { callback })
    expectProblem(nothing, 404, 'not_found')
    const method = await site.server.send('POST', '/api/v1/games', { callback })
    expectProblem(method, 405, 'method_not_allowed')
    for (const { body } of [nothing, method]) expect(body).not.toContain('<')
  })
})

test('the reporting interfaces ignore a callback', async () => {
  const query = { developer: 'acme', key: acmeKey, callback: 'show' }
  const path = '/api/v2/publisher/applications'
  const report = await site.server.get(path, query)
  expect(report.headers['content-type']).toMatch(/^application\/json/)
  expect(report.json().data).toHaveLength(1)
  const refused = await site.server.get(path, { ...query, key: 'wrong', callback: 'alert(1)//' })
  expectProblem(refused, 401, 'unauthorized')
  expect((await site.server.get('/api/publisher/', query)).body).toMatch(/^\{/)
})

describe('a page of any origin', () => {
  const origin = 'https://fan.example'
  const read = (path: string) => site.server.get(`/api/v1${path}`, {}, { origin })

  test.each(['/', '/games/hop', '/games/nothing', '/users/gone', '/games?limit=0', '/nothing'])(
    'may read %s and its headers',
    async (path) => {
      const { headers } = await read(path)
      expect(headers['access-control-allow-origin']).toBe('*')
      expect(headers['access-control-allow-credentials']).toBe(undefined)
      const exposed = String(headers['access-control-expose-headers']).toLowerCase().split(', ')
      for (const name of ['limit', 'remaining', 'reset']) {
        expect(exposed).toContain(`x-ratelimit-${name}`)
      }
      expect(exposed).toContain('retry-after')
    },
  )

  test('can read that it exceeded the limit', async () => {
    const limited = serveReports(site.installation, { rateLimit: 1 })
    await limited.get('/api/v1/')
    const answer = await limited.get('/api/v1/', {}, { origin })
    expectProblem(answer, 429, 'rate_limited')
    expect(answer.headers['access-control-allow-origin']).toBe('*')
    expect(answer.headers['access-control-expose-headers']).toMatch(/retry-after/i)
    await limited.close()
  })

  test.each(['/games', '/games/nothing', '/users/gone', '/nothing', '/'])(
    'gets an answer to a preflight of %s',
    async (path) => {
      const headers = {
        origin,
        'access-control-request-method': 'GET',
        'access-control-request-headers': 'x-fan-page',
      }
      const answer = await site.server.send('OPTIONS', `/api/v1${path}`, {}, headers)
      expect([answer.statusCode, answer.body]).toEqual([204, ''])
      expect(answer.headers).toMatchObject({
        'access-control-allow-origin': '*',
        'access-control-allow-methods': 'GET, HEAD, OPTIONS',
        'access-control-allow-headers': 'x-fan-page',
        'access-control-max-age': '86400',
      })
    },
  )

  test('may not read the reporting interfaces', async () => {
    const path = '/api/v2/publisher/applications'
    const report = await site.server.get(path, { developer: 'acme', key: acmeKey }, { origin })
    expect(report.statusCode).toBe(200)
    expect(report.headers['access-control-allow-origin']).toBe(undefined)
  })
})
