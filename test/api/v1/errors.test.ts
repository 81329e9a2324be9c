import { describe, expect, test } from 'vitest'
import { openSmallNetwork } from '../../fixtures/community.ts'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openSmallNetwork)

const get = (path: string) => site.server.get(`/api/v1${path}`)

describe('an undecodable URL answers 404', () => {
  test.each([
    ['/games/%zz', 'unknown_game'],
    ['/users/%E0%A4%A', 'unknown_user'],
    ['/%zz', 'not_found'],
    [`/games/${'x'.repeat(600)}`, 'unknown_game'],
  ])('%.30s: 404 %s, counted like other requests', async (path, code) => {
    const answer = await get(path)
    expectProblem(answer, 404, code)
    expect(answer.headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
    expect(answer.headers['access-control-allow-origin']).toBe('*')
  })

  test('also as JSONP', async () => {
    const answer = await get('/games/%zz?callback=show')
    expect(answer.statusCode).toBe(200)
    expect(answer.body).toMatch(/^\/\*\*\/show\(\{.*"status":404.*\}\);$/)
  })
})

describe('an unknown path or record', () => {
  test.each([
    ['/games/nothing', 'unknown_game'],
    ['/games/HOP', 'unknown_game'],
    ['/games/nothing/activity', 'unknown_game'],
    ['/games/nothing/players', 'unknown_game'],
    ['/games/nothing/checkins', 'unknown_game'],
    ['/games/nothing/discussions', 'unknown_game'],
    ['/users/nobody', 'unknown_user'],
    // A URL contains the username, not the user's id.
    ['/users/u1', 'unknown_user'],
    ['/users/nobody/activity', 'unknown_user'],
    ['/users/nobody/games', 'unknown_user'],
    ['/users/nobody/checkins', 'unknown_user'],
    ['/users/nobody/discussions', 'unknown_user'],
    ['/activity/nothing', 'unknown_activity'],
    ['/activity/amazon', 'unknown_activity'],
    ['/games/%00', 'unknown_game'],
    ["/users/x'%20OR%201=1--", 'unknown_user'],
  ])('at %s: 404 %s', async (path, code) => {
    expectProblem(await get(path), 404, code)
  })

  test.each([
    '/nothing',
    '/games/hop/nothing',
    '/games/hop/players/u1',
    '/users/mira/players',
    '/games/hop/games',
    '/activity/a1/user',
    '/activity/ios/a1',
    '/GAMES',
  ])('at %s', async (path) => {
    expectProblem(await get(path), 404, 'not_found')
  })
})

describe('of a user who closed the account', () => {
  test.each([
    '/users/gone',
    '/users/gone/activity',
    '/users/gone/games',
    '/users/gone/checkins',
    '/users/gone/discussions',
    '/activity/a6',
  ])('%s answers 410 without data of the user', async (path) => {
    const answer = await get(path)
    expectProblem(answer, 410, 'user_closed')
    expect(answer.body).not.toContain('secret of gone')
    expect(answer.body).not.toContain('u4')
  })

  test('no list has the user or a record', async () => {
    const lists = ['/users', '/activity', '/activity/ios', '/games/hop/activity']
    for (const path of [...lists, '/games/hop/players', '/games/hop/checkins']) {
      const answer = await get(path)
      expect(answer.statusCode).toBe(200)
      expect(answer.body).not.toMatch(/"(gone|u4|a6)"/)
    }
  })
})

describe('another method', () => {
  test.each(['POST', 'PUT', 'PATCH', 'DELETE', 'PROPFIND'])('%s is not allowed', async (method) => {
    for (const path of ['/', '/games', '/games/nothing', '/users/gone/games', '/activity/ios/']) {
      const answer = await site.server.send(method, `/api/v1${path}`)
      expectProblem(answer, 405, 'method_not_allowed')
      expect(answer.headers.allow).toBe('GET, HEAD, OPTIONS')
    }
  })

  test('is not allowed, whatever the body', async () => {
    const answer = await site.server.app.inject({
      method: 'POST',
      url: '/api/v1/games',
      payload: '<x/>',
      headers: { 'content-type': 'text/xml' },
    })
    expectProblem(answer, 405, 'method_not_allowed')
  })
})

describe('every answer', () => {
  const kinds: [string, string, number][] = [
    ['GET', '/', 200],
    ['HEAD', '/games', 200],
    ['GET', '/games?limit=0', 400],
    ['GET', '/games/nothing', 404],
    ['GET', '/nothing', 404],
    ['POST', '/games', 405],
    ['POST', '/nothing', 404],
    ['GET', '/users/gone', 410],
    ['OPTIONS', '/games', 204],
    ['GET', '/users/nobody?callback=show', 200],
  ]
  test.each(kinds)(
    'for %s %s (%i) has an id, forbids sniffing, and states the limit, what remains and when it resets',
    async (method, path, status) => {
      const { headers, statusCode } = await site.server.send(method, `/api/v1${path}`)
      expect(statusCode).toBe(status)
      expect(headers['x-ratelimit-limit']).toMatch(/^1000000$/)
      expect(headers['x-ratelimit-remaining']).toMatch(/^\d+$/)
      const reset = Number(headers['x-ratelimit-reset'])
      expect(reset).toBeGreaterThan(1_700_000_000)
      expect(Number.isInteger(reset)).toBe(true)
      expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/)
      expect(headers['x-content-type-options']).toBe('nosniff')
    },
  )

  test('to the same bad request differs only in the request id', async () => {
    const answers = [await get('/games/nothing'), await get('/games/nothing')]
    expect(new Set(answers.map(bodyButForRequestId)).size).toBe(1)
  })
})
