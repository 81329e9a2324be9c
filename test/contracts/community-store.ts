import { describe, expect, test } from 'vitest'
import type { ActivityDetails } from '../../src/community/activity.ts'
import type { CommunityStore } from '../../src/community/community-store.ts'
import type { GameDetails } from '../../src/community/game.ts'
import type { UserDetails } from '../../src/community/user.ts'
import type { CommunitySession, CommunityWriter } from '../../src/records/community-writer.ts'

/** The public network of one store. */
export interface OpenCommunity {
  readonly reader: CommunityStore
  readonly writer: CommunityWriter
}

export const game = (id: string, changes: Partial<GameDetails> = {}): GameDetails => ({
  id,
  name: id,
  slug: null,
  platforms: [],
  developer: null,
  genre: null,
  description: null,
  iconUrl: null,
  releasedOn: null,
  appId: null,
  createdAtMs: null,
  ...changes,
})

export const user = (id: string, changes: Partial<UserDetails> = {}): UserDetails => ({
  id,
  username: `name-${id}`,
  displayName: null,
  avatarUrl: null,
  countryCode: null,
  joinedAtMs: null,
  closedAtMs: null,
  ...changes,
})

export const checkin = (id: string, changes: Partial<ActivityDetails> = {}): ActivityDetails => ({
  id,
  type: 'checkin',
  platform: 'ios',
  createdAtMs: 1_000,
  userId: 'u',
  gameId: 'g',
  text: null,
  ...changes,
})

/**
 * The cases for the stores of the public network.
 *
 * @param open opens an empty store
 */
export function communityStoreCases(open: () => Promise<OpenCommunity>): void {
  const openFilled = async () => {
    const opened = await open()
    await opened.writer.write(async (session) => {
      await session.putGames([game('g')])
      await session.putUsers([user('u')])
    })
    return opened
  }

  describe('the public network', () => {
    test('is stored completely, with times in milliseconds and in the future', async () => {
      const { reader, writer } = await open()
      const far = Date.parse('2500-01-01T00:00:00.001Z')
      await writer.write(async (session) => {
        await session.putGames([game('g', { createdAtMs: far, platforms: ['ios', 'amazon'] })])
        await session.putUsers([user('u', { username: 'ليلى', joinedAtMs: 1, closedAtMs: null })])
        await session.putActivity([checkin('a', { createdAtMs: far, text: '🎮 "it’s"\n' })])
      })
      expect(await reader.gameById('g')).toMatchObject({
        slug: 'g',
        createdAtMs: far,
        platforms: ['ios', 'amazon'],
        playersCount: 1,
        checkinsCount: 1,
        appStoreId: null,
      })
      expect(await reader.userByUsername('ليلى')).toMatchObject({
        id: 'u',
        joinedAtMs: 1,
        closedAtMs: null,
        gamesCount: 1,
        checkinsCount: 1,
      })
      expect(await reader.activityById('a')).toEqual({
        key: expect.any(Number),
        id: 'a',
        type: 'checkin',
        platform: 'ios',
        createdAtMs: far,
        text: '🎮 "it’s"\n',
        user: { id: 'u', username: 'ليلى' },
        game: { id: 'g', name: 'g', slug: 'g' },
      })
    })

    test('stores nothing of a session that throws', async () => {
      const { reader, writer } = await openFilled()
      const work = async (session: CommunitySession) => {
        await session.putGames([game('other')])
        await session.putActivity([checkin('a')])
        throw new Error('on purpose')
      }
      await expect(writer.write(work)).rejects.toThrow('on purpose')
      expect(await reader.gameById('other')).toBe(null)
      expect(await reader.activityById('a')).toBe(null)
      expect((await reader.gameById('g'))!.playersCount).toBe(0)
    })

    test('accepts batches that are empty or entirely rejected', async () => {
      const { writer } = await openFilled()
      const nothing = { added: 0, updated: 0, refused: [] }
      const outcomes = await writer.write(async (session) => [
        await session.putGames([]),
        await session.putUsers([]),
        await session.putActivity([]),
        await session.putUsers([user('thief', { username: 'name-u' })]),
        await session.putActivity([checkin('a', { userId: 'nobody', gameId: 'nothing' })]),
        await session.putGames([game('h', { slug: 'g' }), game('i', { appId: 'nothing' })]),
      ])
      expect(outcomes.slice(0, 3)).toEqual([nothing, nothing, nothing])
      const refused = outcomes.slice(3).map((outcome) => outcome.refused)
      expect(refused.map((records) => records.map(({ member }) => member))).toEqual([
        ['username'],
        ['user_id', 'game_id'],
        ['slug', 'app_id'],
      ])
    })

    test('has no record for a name that cannot be stored', async () => {
      const { reader } = await openFilled()
      expect(await reader.gameById('g\0')).toBe(null)
      expect(await reader.gameBySlug('\0')).toBe(null)
      expect(await reader.userByUsername('name-u\0')).toBe(null)
      expect(await reader.activityById('\ud800')).toBe(null)
    })
  })

  describe('lists', () => {
    test('are in the order of their first import, whatever is updated', async () => {
      const { reader, writer } = await open()
      const ids = ['m', 'b', 'Z', 'ä', 'a']
      await writer.write(async (session) => {
        await session.putGames(ids.map((id) => game(id)))
        await session.putUsers(ids.map((id) => user(id)))
        await session.putActivity(ids.map((id) => checkin(id, { userId: id, gameId: 'm' })))
        await session.putActivity(ids.map((id) => checkin(`${id}2`, { userId: 'm', gameId: id })))
      })
      await writer.write(async (session) => {
        await session.putUsers([user('b', { displayName: 'B' }), user('late')])
        await session.putGames([game('Z', { genre: 'puzzle' }), game('late')])
      })
      const page = async (read: (after: number, limit: number) => Promise<readonly Keyed[]>) => {
        const first = await read(0, 2)
        const rest = await read(first.at(-1)!.key, 100)
        return [...first, ...rest].map(({ id }) => id)
      }
      const m = (await reader.gameById('m'))!
      const player = (await reader.userByUsername('name-m'))!
      expect(await page((...place) => reader.games(...place))).toEqual([...ids, 'late'])
      expect(await page((...place) => reader.users(...place))).toEqual([...ids, 'late'])
      expect(await page((...place) => reader.playersOf(m.key, ...place))).toEqual(ids)
      expect(await page((...place) => reader.gamesOf(player.key, ...place))).toEqual(ids)
      expect(await reader.games(999_999_999_999_999, 5)).toEqual([])
    })

    test('of activity start with the newest; for equal times, with the last added', async () => {
      const { reader, writer } = await openFilled()
      await writer.write((session) =>
        session.putActivity([
          checkin('old', { createdAtMs: 5 }),
          checkin('first', { createdAtMs: 5_000_000_000 }),
          checkin('second', { createdAtMs: 5_000_000_000, platform: 'android' }),
          checkin('third', { createdAtMs: 5_000_000_000, type: 'comment' }),
          checkin('alone', { createdAtMs: 9_000_000_000, type: 'follow', gameId: null }),
        ]),
      )
      const [g, u] = [(await reader.gameById('g'))!, (await reader.userByUsername('name-u'))!]
      const pages = async (stream: Parameters<CommunityStore['activity']>[0]) => {
        const seen: string[] = []
        for (let after: { createdAtMs: number; key: number } | null = null; ; ) {
          const records = await reader.activity(stream, after, 2)
          seen.push(...records.map(({ id }) => id))
          if (records.length < 2) return seen
          after = records.at(-1)!
        }
      }
      const ofGame = ['third', 'second', 'first', 'old']
      expect(await pages({ of: 'all' })).toEqual(['alone', ...ofGame])
      expect(await pages({ of: 'user', key: u.key })).toEqual(['alone', ...ofGame])
      expect(await pages({ of: 'game', key: g.key })).toEqual(ofGame)
      expect(await pages({ of: 'platform', platform: 'android' })).toEqual(['second'])
      expect(await pages({ of: 'game', key: g.key, topic: 'discussions' })).toEqual(['third'])
      expect(await pages({ of: 'user', key: u.key, topic: 'checkins' })).toEqual(ofGame.slice(1))
    })
  })

  test('users exchange usernames within one batch', async () => {
    const { reader, writer } = await open()
    const named = (...names: string[]) =>
      names.map((username, index) => user(`u${index}`, { username }))
    await writer.write((session) => session.putUsers(named('a', 'b', 'c')))
    const outcome = await writer.write((session) => session.putUsers(named('b', 'c', 'a')))
    expect(outcome).toEqual({ added: 0, updated: 3, refused: [] })
    expect(await Promise.all(['a', 'b', 'c'].map((name) => reader.userByUsername(name)))).toEqual(
      ['u2', 'u0', 'u1'].map((id) => expect.objectContaining({ id })),
    )
  })
}

interface Keyed {
  readonly id: string
  readonly key: number
}
