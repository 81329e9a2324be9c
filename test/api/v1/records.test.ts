import { describe, expect, test } from 'vitest'
import { openSmallNetwork } from '../../fixtures/community.ts'
import { shared } from '../../fixtures/shared.ts'

const site = shared(() => openSmallNetwork({ rateLimit: 777_777 }))

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

const odd = {
  id: 'odd.1:x',
  name: '<script>alert("x")</script> & 🎮',
  slug: 'script-alert-x-script',
  platforms: [],
  developer: null,
  genre: null,
  description: null,
  icon_url: null,
  released_on: null,
  app_store_id: null,
  app_bundle_id: null,
  android_package: null,
  players_count: 2,
  checkins_count: 1,
  // The clock of the installation that imported it.
  created_at: '2026-03-10T15:04:05Z',
  url: `${v1}/games/odd.1%3Ax`,
  web_url: 'https://network.example/games/script-alert-x-script',
  activity_url: `${v1}/games/odd.1%3Ax/activity`,
  players_url: `${v1}/games/odd.1%3Ax/players`,
  checkins_url: `${v1}/games/odd.1%3Ax/checkins`,
  discussions_url: `${v1}/games/odd.1%3Ax/discussions`,
}

const mira = {
  id: 'u1',
  username: 'mira',
  display_name: 'Mira "M" O’Hara',
  avatar_url: 'https://cdn.example/mira.png',
  country_code: 'DE',
  joined_at: '2026-02-01T08:00:00.250Z',
  games_count: 2,
  checkins_count: 2,
  url: `${v1}/users/mira`,
  web_url: 'https://network.example/users/mira',
  activity_url: `${v1}/users/mira/activity`,
  games_url: `${v1}/users/mira/games`,
  checkins_url: `${v1}/users/mira/checkins`,
  discussions_url: `${v1}/users/mira/discussions`,
}

const laylaPath = '%D9%84%D9%8A%D9%84%D9%89'
const layla = {
  id: 'u2',
  username: 'ليلى',
  display_name: '😀',
  avatar_url: null,
  country_code: null,
  joined_at: null,
  games_count: 2,
  checkins_count: 0,
  url: `${v1}/users/${laylaPath}`,
  web_url: `https://network.example/users/${laylaPath}`,
  activity_url: `${v1}/users/${laylaPath}/activity`,
  games_url: `${v1}/users/${laylaPath}/games`,
  checkins_url: `${v1}/users/${laylaPath}/checkins`,
  discussions_url: `${v1}/users/${laylaPath}/discussions`,
}

const a2 = {
  id: 'a2',
  type: 'discussion',
  platform: 'ios',
  created_at: '2026-03-01T11:00:00Z',
  text: '<script>alert(1)</script>',
  url: `${v1}/activity/a2`,
  user: {
    id: 'u1',
    username: 'mira',
    url: `${v1}/users/mira`,
    web_url: 'https://network.example/users/mira',
  },
  game: {
    id: 'hop',
    name: 'Hop',
    url: `${v1}/games/hop`,
    web_url: 'https://network.example/games/hop',
  },
}

test('the root lists URLs, terms and the limit', async () => {
  expect(await read('/')).toStrictEqual({
    games_url: `${v1}/games`,
    users_url: `${v1}/users`,
    activity_url: `${v1}/activity`,
    documentation_url: 'https://network.example/documentation',
    website_url: 'https://network.example',
    terms: {
      use: expect.stringMatching(/non-commercial.*explicit permission/i),
      attribution: expect.stringMatching(/attributed.*link/),
      links: expect.stringMatching(/user's web_url.*game's web_url/),
    },
    rate_limit: {
      requests: 777_777,
      window_seconds: 3_600,
      counted_by: expect.stringMatching(/IP address/),
    },
  })
})

describe('a record has exactly its documented members, with null for unknown ones', () => {
  test.each([
    ['/games/hop', hop],
    ['/games/odd.1:x', odd],
    ['/games/odd.1%3Ax', odd],
    ['/users/mira', mira],
    [`/users/${laylaPath}`, layla],
    ['/activity/a2', a2],
  ])('%s', async (path, record) => {
    expect(await read(path)).toStrictEqual(record)
  })

  test('a follow has no game', async () => {
    const follow = await read('/activity/a5')
    expect(follow).toMatchObject({ type: 'follow', text: null, game: null, user: { id: 'u3' } })
  })

  test('a time is in UTC, with decimals only when it has fractions of a second', async () => {
    expect((await read('/activity/a3')).created_at).toBe('2026-03-01T11:00:00Z')
    expect((await read('/activity/a7')).created_at).toBe('2026-02-20T09:30:00.500Z')
  })

  test('a slug in another script is escaped in web_url', async () => {
    expect(await read('/games/lamha')).toMatchObject({
      slug: 'لعبة',
      web_url: 'https://network.example/games/%D9%84%D8%B9%D8%A8%D8%A9',
      platforms: ['ios', 'android'],
      players_count: 0,
    })
  })
})

describe('a list has whole records', () => {
  test('of games, and the URL templates of the part', async () => {
    const pages = '{?limit,cursor,callback}'
    const lamha = await read('/games/lamha')
    expect(await read('/games')).toStrictEqual({
      data: [hop, odd, lamha],
      next_page_url: null,
      url_templates: {
        games: `${v1}/games${pages}`,
        game: `${v1}/games/{id}{?callback}`,
        activity: `${v1}/games/{id}/activity${pages}`,
        players: `${v1}/games/{id}/players${pages}`,
        checkins: `${v1}/games/{id}/checkins${pages}`,
        discussions: `${v1}/games/{id}/discussions${pages}`,
      },
    })
  })

  test('of users, without closed accounts', async () => {
    const bare = await read('/users/bare_1')
    const body = await read('/users')
    expect(Object.keys(body)).toEqual(['data', 'next_page_url', 'url_templates'])
    expect(body.data).toStrictEqual([mira, layla, bare])
    expect(body.url_templates.games).toBe(`${v1}/users/{username}/games{?limit,cursor,callback}`)
  })

  test('of activity, with a template for each platform', async () => {
    const { data, url_templates } = await read('/activity')
    expect(data[3]).toStrictEqual(a2)
    expect(Object.keys(url_templates)).toEqual(['activity', 'android', 'ios', 'record'])
  })

  test.each([
    // Newest first; for equal times, the later added first.
    ['/activity', ['a5', 'a4', 'a3', 'a2', 'a1', 'a7']],
    ['/activity/android', ['a3', 'a1', 'a7']],
    ['/activity/ios', ['a5', 'a4', 'a2']],
    ['/games/hop/activity', ['a3', 'a2', 'a1']],
    ['/games/hop/players', ['u1', 'u2']],
    ['/games/hop/checkins', ['a1']],
    ['/games/hop/discussions', ['a3', 'a2']],
    ['/games/lamha/players', []],
    ['/users/mira/activity', ['a2', 'a1', 'a7']],
    ['/users/mira/games', ['hop', 'odd.1:x']],
    ['/users/mira/checkins', ['a1', 'a7']],
    ['/users/mira/discussions', ['a2']],
    [`/users/${laylaPath}/discussions`, ['a3']],
    ['/users/bare_1/activity', ['a5']],
    ['/users/bare_1/games', []],
  ])('%s has %j', async (path, ids) => {
    const { data, next_page_url } = await read(path)
    expect(data.map(({ id }: { id: string }) => id)).toEqual(ids)
    expect(next_page_url).toBe(null)
  })
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
