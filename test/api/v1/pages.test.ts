import { beforeAll, describe, expect, test } from 'vitest'
import { openCommunity, pathOf } from '../../fixtures/community.ts'
import { expectProblem } from '../../fixtures/problem-body.ts'
import type { Query } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(openCommunity)
const activityCount = 230
beforeAll(async () => {
  const numbers = Array.from({ length: activityCount }, (_, index) => index)
  await site.put(
    'games',
    numbers.slice(0, 45).map((n) => ({ id: `g${n}`, name: `Game ${n}` })),
  )
  await site.put(
    'users',
    numbers.slice(0, 45).map((n) => ({ id: `u${n}`, username: `user${n}` })),
  )
  // Every two records have the same time.
  await site.put('activity', numbers.map(record))
})

const record = (n: number) => ({
  id: `a${n}`,
  type: 'checkin',
  platform: n % 2 ? 'ios' : 'android',
  created_at: new Date(Date.UTC(2026, 0, 1) + Math.floor(n / 2) * 1_000).toISOString(),
  user_id: `u${n % 45}`,
  game_id: `g${n % 3}`,
})

const get = (path: string, query: Query = {}) => site.server.get(`/api/v1${path}`, query)
const idsOf = (data: readonly { id: string }[]) => data.map(({ id }) => id)
/** The newest ids first. */
const newest = (count: number) =>
  Array.from({ length: count }, (_, index) => `a${activityCount - 1 - index}`)

describe('a page', () => {
  test('has 20 records by default', async () => {
    const { data } = (await get('/activity')).json()
    expect(idsOf(data)).toEqual(newest(20))
  })

  test.each(['1', '19', '99', '100', '200'])(
    'has %s records when that is its limit',
    async (limit) => {
      const { data } = (await get('/activity', { limit })).json()
      expect(idsOf(data)).toEqual(newest(Number(limit)))
    },
  )

  test('links to the next one with the limit, and without the callback', async () => {
    const { body } = await get('/games', { limit: '7', callback: 'show', x: 'y' })
    const { next_page_url } = JSON.parse(body.slice('/**/show('.length, -2))
    const next = new URL(next_page_url)
    expect(next.origin + next.pathname).toBe('https://network.example/api/v1/games')
    expect([...next.searchParams.keys()]).toEqual(['limit', 'cursor'])
    expect(next.searchParams.get('limit')).toBe('7')
  })

  test.each([
    ['/games', 45],
    ['/users', 45],
    ['/activity', 230],
    ['/activity/ios', 115],
    // 230 records of three games: 77, 77 and 76.
    ['/games/g0/activity', 77],
    ['/games/g0/checkins', 77],
    ['/games/g0/players', 15],
    // Every 45th of 230: 0, 45, 90, 135, 180, 225.
    ['/users/user0/checkins', 6],
    ['/users/user0/games', 1],
  ])('by page, %s has each of its %i records once', async (path, count) => {
    for (const limit of [1, 5, 200]) {
      const ids = idsOf(await site.readAll(`/api/v1${path}?limit=${limit}`))
      expect(ids).toHaveLength(count)
      expect(new Set(ids).size).toBe(count)
    }
  })

  test('that ends the list has null as the next page', async () => {
    expect((await get('/games', { limit: '45' })).json().next_page_url).toBe(null)
    const first = (await get('/games', { limit: '44' })).json()
    const last = (await site.server.get(pathOf(first.next_page_url))).json()
    expect([idsOf(last.data), last.next_page_url]).toEqual([['g44'], null])
  })
})

describe('a list is refused', () => {
  test.each(['0', '201', 'abc', '-1', '1.5', '1e2', '0x10', '007', ' 5', '٥', '99999999999999999'])(
    'for the limit %j',
    async (limit) => {
      for (const path of ['/games', '/users', '/activity', '/activity/ios', '/games/g1/players']) {
        expectProblem(await get(path, { limit }), 400, 'bad_parameters', { limit: /1 to 200/ })
      }
    },
  )

  test('for a repeated parameter', async () => {
    const twice = await get('/users', { limit: ['5', '5'], cursor: ['a', 'b'] })
    const once = /is repeated/
    expectProblem(twice, 400, 'bad_parameters', { limit: once, cursor: once })
  })

  test.each(['x', 'abc', '%%%', 'null', '0', '20', 'k5', '🎮', 'a'.repeat(10_000), 'azU='])(
    'for the invalid cursor %.20s',
    async (cursor) => {
      const refusal = { cursor: /next_page_url of the same list/ }
      for (const path of ['/games', '/activity', '/users/user1/games', '/games/g1/checkins']) {
        expectProblem(await get(path, { cursor }), 400, 'bad_parameters', refusal)
      }
    },
  )

  test.each([
    ['/games', '/activity'],
    ['/users', '/users/user0/activity'],
    ['/games/g0/players', '/games/g0/checkins'],
    ['/activity', '/games'],
    ['/activity/ios', '/users'],
    ['/users/user0/checkins', '/users/user0/games'],
  ])('with a cursor of %s at %s', async (from, to) => {
    const { next_page_url } = (await get(from, { limit: '1' })).json()
    const cursor = new URL(next_page_url).searchParams.get('cursor')!
    expect((await get(from, { cursor })).statusCode).toBe(200)
    expectProblem(await get(to, { cursor }), 400, 'bad_parameters', { cursor: /next_page_url/ })
  })

  test('naming all bad parameters', async () => {
    const answer = await get('/activity', { limit: '0', cursor: 'x', callback: 'a;b' })
    const errors = { limit: /1 to 200/, cursor: /next_page_url/, callback: /function/ }
    expectProblem(answer, 400, 'bad_parameters', errors)
  })

  test('because of its parameters before its record is looked up', async () => {
    for (const path of [
      '/games/nothing/players',
      '/users/nobody/games',
      '/users/nobody/activity',
    ]) {
      expectProblem(await get(path, { limit: 'abc' }), 400, 'bad_parameters', { limit: /1 to 200/ })
    }
    const record = await get('/games/nothing', { callback: '1' })
    expectProblem(record, 400, 'bad_parameters', { callback: /function/ })
  })
})

test('a record ignores parameters of lists', async () => {
  expect((await get('/games/g1', { limit: 'abc', cursor: 'x' })).statusCode).toBe(200)
})
