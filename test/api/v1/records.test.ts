import { describe, expect, test } from 'vitest'
import { openSmallNetwork } from '../../fixtures/community.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const site = shareSite(() => openSmallNetwork({ rateLimit: 777_777 }))

const v1 = 'https://network.example/api/v1'
const get = (path: string) => site.server.get(`/api/v1${path}`)
const read = async (path: string) => {
  const response = await get(path)
  expect(response.statusCode).toBe(200)
  expect(response.headers['content-type']).toBe('application/json; charset=utf-8')
  return response.json()
}

const hop = {
  id: 'hop',
  name: 'Hop',
  slug: 'hop',
  platforms: ['ios', 'android'],
  developer: 'Frog & "Sons"',
  genre: 'puzzle',
  description: 'Jump.\nAgain.',
  icon_url: 'https://cdn.example/hop.png',
  released_on: '2026-01-15',
  app_store_id: 77,
  app_bundle_id: 'com.example.hop',
  android_package: null,
  // The check-in of a user who closed the account does not count.
  players_count: 2,
  checkins_count: 1,
  created_at: '2026-02-01T10:00:00Z',
  url: `${v1}/games/hop`,
  web_url: 'https://network.example/games/hop',
  activity_url: `${v1}/games/hop/activity`,
  players_url: `${v1}/games/hop/players`,
  checkins_url: `${v1}/games/hop/checkins`,
  discussions_url: `${v1}/games/hop/discussions`,
}

test('the root states the configured limit', async () => {
  expect((await read('/')).rate_limit).toEqual({
    requests: 777_777,
    window_seconds: 3_600,
    counted_by: expect.stringMatching(/IP address/),
  })
})

// test/api/recorded-answers.test.ts compares every other record and list with its recording.
test('a record has exactly its documented members, with null for unknown ones', async () => {
  expect(await read('/games/hop')).toStrictEqual(hop)
})

test('an id may be escaped in its address or not', async () => {
  expect(await read('/games/odd.1:x')).toEqual(await read('/games/odd.1%3Ax'))
})

test.each([
  // Newest first; for equal times, the later added first.
  ['/activity/android', ['a3', 'a1', 'a7']],
  ['/activity/ios', ['a5', 'a4', 'a2']],
])('%s has %j', async (path, ids) => {
  const { data, next_page_url } = await read(path)
  expect(data.map(({ id }: { id: string }) => id)).toEqual(ids)
  expect(next_page_url).toBe(null)
})

describe('the same answer', () => {
  test.each(['/', '/games', '/games/hop', '/games/hop/players', '/users/mira', '/activity/ios'])(
    'for %s with and without a trailing slash, and with unknown parameters',
    async (path) => {
      const bare = path.replace(/\/$/, '')
      const { body } = await get(`${bare}/`)
      expect((await get(bare)).body).toBe(body)
      expect((await get(`${bare}?_=123&sort=name&callback=&limit=`)).body).toBe(body)
    },
  )

  test.each(['/', '/games', '/users/mira', '/activity/a1', '/games/nobody'])(
    'for HEAD %s: the headers of GET and no body',
    async (path) => {
      const response = await get(path)
      const head = await site.server.send('HEAD', `/api/v1${path}`)
      expect(head.body).toBe('')
      expect(head.statusCode).toBe(response.statusCode)
      for (const name of ['content-type', 'access-control-allow-origin', 'x-ratelimit-limit']) {
        expect(head.headers[name]).toBe(response.headers[name])
      }
    },
  )
})
