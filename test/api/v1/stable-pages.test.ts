import { expect, onTestFinished, test } from 'vitest'
import { type CommunitySite, openCommunity, type Page, pathOf } from '../../fixtures/community.ts'

const first = Date.parse('2026-01-01T00:00:00Z')
const record = (id: string, seconds: number, user_id = 'u0') => ({
  id,
  type: 'checkin',
  platform: 'ios',
  user_id,
  game_id: 'g0',
  created_at: new Date(first + seconds * 1_000).toISOString(),
})

async function open(): Promise<CommunitySite> {
  const site = await openCommunity()
  onTestFinished(() => site.close())
  const named = (letter: string) => [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${letter}${n}`)
  await site.put(
    'games',
    named('g').map((id) => ({ id, name: id })),
  )
  await site.put(
    'users',
    named('u').map((id) => ({ id, username: id })),
  )
  // a0 to a39, ten seconds apart.
  const numbers = Array.from({ length: 40 }, (_, index) => index)
  await site.put(
    'activity',
    numbers.map((n) => record(`a${n}`, n * 10)),
  )
  return site
}

/** Reads a list page by page, and changes something after each page. */
async function crawl(
  { server }: CommunitySite,
  path: string,
  between: (page: number) => Promise<unknown>,
): Promise<string[]> {
  const ids: string[] = []
  let next: string | null = `/api/v1${path}`
  for (let page = 0; next !== null; page++) {
    const { data, next_page_url }: Page = (await server.get(next)).json()
    ids.push(...data.map(({ id }) => id))
    await between(page)
    next = next_page_url && pathOf(next_page_url)
  }
  return ids
}

const original = Array.from({ length: 40 }, (_, index) => `a${39 - index}`)

test.each([
  '/activity',
  '/activity/ios',
  '/games/g0/activity',
  '/games/g0/checkins',
  '/users/u0/activity',
])('%s shows each record once while newer ones are added', async (path) => {
  const site = await open()
  const ids = await crawl(site, `${path}?limit=6`, (page) =>
    site.put('activity', [
      record(`new${page}`, 1_000 + page),
      // Has the same time as the newest record.
      record(`same${page}`, 390),
    ]),
  )
  expect(ids).toEqual(original)
})

test('a stream shows each record once while others are added in between', async () => {
  const site = await open()
  // After page p the last record is a(34 − 6p). One record is added before it, one at its time, one after it.
  const ids = await crawl(site, '/activity?limit=6', async (page) => {
    const seen = Math.max(34 - 6 * page, 0) * 10
    await site.put('activity', [
      record(`before${page}`, seen + 5),
      record(`at${page}`, seen),
      record(`behind${page}`, Math.max(seen - 5, 0)),
    ])
  })
  expect(new Set(ids).size).toBe(ids.length)
  expect(ids.filter((id) => id.startsWith('a') && !id.startsWith('at'))).toEqual(original)
  expect(ids).toContain('behind0')
  expect(ids).not.toContain('before0')
})

test('a stream continues after a record that was removed', async () => {
  const site = await open()
  await site.put('activity', [record('gone', 345, 'u1')])
  // The first page ends with a35 and then that record.
  const ids = await crawl(site, '/activity?limit=6', (page) =>
    page === 0
      ? site.put('users', [{ id: 'u1', username: 'u1', closed_at: '2026-03-01T00:00:00Z' }])
      : Promise.resolve(),
  )
  expect(ids).toEqual([...original.slice(0, 5), 'gone', ...original.slice(5)])
})

test.each(['games', 'users'] as const)(
  '%s show each record once while others are added',
  async (kind) => {
    const site = await open()
    const letter = kind[0]!
    const ids = await crawl(site, `/${kind}?limit=3`, (page) =>
      page < 4
        ? site.put(
            kind,
            [
              // A new record, and an existing one that is imported again.
              { id: `0${letter}${page}`, name: 'New', username: `0${page}` },
              { id: `${letter}0`, name: 'Again', username: 'again' },
            ].map(({ id, name, username }) => (kind === 'games' ? { id, name } : { id, username })),
          )
        : Promise.resolve(),
    )
    const there = [0, 1, 2, 3, 4, 5, 6, 7, 8, 9].map((n) => `${letter}${n}`)
    const added = [0, 1, 2, 3].map((n) => `0${letter}${n}`)
    expect(ids).toEqual([...there, ...added])
  },
)

test('players of a game are shown once while others begin to play', async () => {
  const site = await open()
  const play = (user: string) => record(`play-${user}`, 0, user)
  await site.put('activity', ['u1', 'u3', 'u5', 'u7', 'u9'].map(play))
  // u2 comes after u0 and u1; u4 comes before u5.
  const joining = [['u2'], ['u8'], ['u4']]
  const ids = await crawl(site, '/games/g0/players?limit=2', async (page) => {
    if (joining[page]) await site.put('activity', joining[page].map(play))
  })
  expect(ids).toEqual(['u0', 'u1', 'u2', 'u3', 'u5', 'u7', 'u8', 'u9'])
})
