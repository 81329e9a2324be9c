import { beforeAll, expect, test } from 'vitest'
import { openCommunity } from '../../fixtures/community.ts'
import { networkUrl } from '../../fixtures/report-server.ts'
import { shareSite } from '../../fixtures/share-site.ts'

const types = ['checkin', 'discussion', 'comment', 'achievement', 'follow']
const numbers = (count: number) => Array.from({ length: count }, (_, index) => index)
const idsOf = (letter: string, count: number) => numbers(count).map((n) => `${letter}${n}`)

const site = shareSite(openCommunity)
beforeAll(async () => {
  await site.put(
    'games',
    idsOf('g', 60).map((id) => ({ id, name: `Игра ${id}` })),
  )
  // The last three closed their accounts.
  await site.put(
    'users',
    numbers(80).map((n) => ({
      id: `u${n}`,
      username: `имя_${n}`,
      ...(n >= 77 && { closed_at: '2026-03-01T00:00:00Z' }),
    })),
  )
  const instant = (n: number) => new Date(Date.UTC(2026, 0, 1 + (n % 50))).toISOString()
  await site.put('activity', [
    ...numbers(400).map((n) => ({
      id: `a${n}`,
      type: types[n % 5],
      platform: n % 3 ? 'ios' : 'android',
      created_at: instant(n),
      user_id: `u${n % 80}`,
      game_id: `g${n % 60}`,
    })),
    ...numbers(5).map((n) => ({
      id: `a${400 + n}`,
      type: 'follow',
      platform: 'ios',
      created_at: instant(n),
      user_id: 'u0',
    })),
  ])
})

type Body = Readonly<Record<string, unknown>>

const root = `${networkUrl}/api/v1/`

/**
 * Follows every URL in every body, starting at the root and using only RFC 6570.
 *
 * @returns bodies by their URLs
 */
async function crawl(limit?: number): Promise<Map<string, Body>> {
  const bodies = new Map<string, Body>()
  const known = new Set([root])
  for (const url of known) {
    const response = await site.server.get(url.slice(networkUrl.length))
    expect(response.statusCode, url).toBe(200)
    bodies.set(url, response.json())
    for (const found of addressesIn(response.json(), limit)) known.add(found)
  }
  return bodies
}

function addressesIn(value: unknown, limit?: number): string[] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap(([name, member]) => {
    if (name === 'url_templates') return expand(member as Record<string, string>, limit)
    const isAddress = name === 'url' || name.endsWith('_url')
    if (!isAddress || typeof member !== 'string') return addressesIn(member, limit)
    return member.startsWith(root) ? [member] : []
  })
}

/** Expands templates that have no variables in their paths, with a limit or without parameters. */
function expand(templates: Record<string, string>, limit?: number): string[] {
  return Object.values(templates).flatMap((template) => {
    const bare = template.replace(/\{\?[^}]*\}$/, '')
    if (bare.includes('{')) return []
    return [limit !== undefined && bare !== template ? `${bare}?limit=${limit}` : bare]
  })
}

/** The ids of records whose own URL was followed. */
function recordsOf(bodies: ReadonlyMap<string, Body>, part: string): string[] {
  const own = [...bodies].filter(([url, body]) => url === body.url)
  return own
    .filter(([url]) => url.startsWith(`${root}${part}/`))
    .map(([, { id }]) => String(id))
    .sort()
}

let whole: Map<string, Body>
beforeAll(async () => {
  whole = await crawl()
})

test.each([undefined, 7])(
  'a crawler that starts at the root reaches every record, with a limit of %s',
  async (limit) => {
    const crawled = limit === undefined ? whole : await crawl(limit)
    expect(recordsOf(crawled, 'games')).toEqual(idsOf('g', 60).sort())
    expect(recordsOf(crawled, 'users')).toEqual(idsOf('u', 77).sort())
    // 405 records less those of the users 77, 78 and 79.
    const open = idsOf('a', 405).filter((id) => {
      const n = Number(id.slice(1))
      return n >= 400 || n % 80 < 77
    })
    expect(open).toHaveLength(390)
    expect(recordsOf(crawled, 'activity')).toEqual(open.sort())
  },
)

test('a record is the same in every list as at its own URL', async () => {
  let compared = 0
  for (const { data } of whole.values()) {
    for (const record of (data ?? []) as Body[]) {
      expect(record).toStrictEqual(whole.get(String(record.url)))
      compared++
    }
  }
  // At least each record in its list, and each activity in the stream of its platform.
  expect(compared).toBeGreaterThan(60 + 77 + 390 + 390)
})

test('counts equal the lengths of lists', async () => {
  const games = await site.readAll('/api/v1/games')
  const users = await site.readAll('/api/v1/users')
  const sum = (records: readonly Body[], member: string) =>
    records.reduce((total, record) => total + Number(record[member]), 0)
  // The pairs of user and game repeat after 240 records; 9 of them are of closed accounts.
  expect(sum(games, 'players_count')).toBe(231)
  expect(sum(users, 'games_count')).toBe(231)
  // Every fifth of 400 is a check-in; ids of closed accounts end in 2, 3, 4, 7, 8 and 9.
  expect(sum(games, 'checkins_count')).toBe(80)
  expect(sum(users, 'checkins_count')).toBe(80)
  for (const game of games) {
    const list = async (part: string) => site.readAll(`/api/v1/games/${game.id}/${part}`)
    expect(await list('players')).toHaveLength(Number(game.players_count))
    expect(await list('checkins')).toHaveLength(Number(game.checkins_count))
  }
})
