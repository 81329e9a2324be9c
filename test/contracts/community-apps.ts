import { describe, expect, test } from 'vitest'
import { lines, ndjson, type OpenCommunitySite } from '../import/community-site.ts'

const identifiers = (game: Record<string, unknown>) => [
  game.platforms,
  game.app_store_id,
  game.app_bundle_id,
  game.android_package,
]

/**
 * Games that are apps, and counts of many plays.
 */
export function communityAppCases(openCommunitySite: OpenCommunitySite): void {
  describe('a game that names an app', () => {
    test.each([
      ['zap-ios', null, [['ios'], 900_000_001, 'com.example.zap', null]],
      ['zap-ios', ['ios'], [['ios'], 900_000_001, 'com.example.zap', null]],
      ['zap-android', ['ios'], [['ios', 'android'], null, null, 'com.example.zap']],
      ['brick', ['android'], [['android', 'amazon'], null, null, 'com.example.brick']],
      ['euro-app', null, [['ios'], null, 'com.example.euro', null]],
      [null, ['android'], [['android'], null, null, null]],
    ])('with app_id %j on the platforms %j has %j', async (app_id, platforms, expected) => {
      const { put, read } = await openCommunitySite()
      await put('games', ndjson({ id: 'g', name: 'G', platforms, app_id }), 'games.ndjson')
      const game = await read('/games/g')
      expect(identifiers(game)).toEqual(expected)
      // The account and the app's id there are private.
      expect(Object.keys(game)).not.toContain('app_id')
      expect(JSON.stringify(game)).not.toMatch(/studio|euros|zap-/)
    })

    test("shows the app's current details", async () => {
      const { put, read, site } = await openCommunitySite()
      await put('games', ndjson({ id: 'g', name: 'G', app_id: 'zap-ios' }), 'games.ndjson')
      await site.importApps(
        lines('app_id,publisher,app_name,platform,app_store_id', 'zap-ios,studio,Zap,ios,42'),
      )
      expect(identifiers(await read('/games/g'))).toEqual([['ios'], 42, 'com.example.zap', null])
      expect((await read('/games')).data.map(identifiers)).toEqual([
        [['ios'], 42, 'com.example.zap', null],
      ])
    })

    test('can share it with other games', async () => {
      const { put, read } = await openCommunitySite()
      await put('games', lines('id,name,app_id', 'a,A,zap-ios', 'b,B,zap-ios'))
      const ids = (await read('/games')).data.map(
        (game: Record<string, unknown>) => game.app_store_id,
      )
      expect(ids).toEqual([900_000_001, 900_000_001])
    })
  })

  test('counts are right after an import of more plays than one batch', async () => {
    const { put, read } = await openCommunitySite()
    const numbers = Array.from({ length: 150 }, (_, index) => index)
    await put('games', lines('id,name', ...numbers.map((n) => `g${n},G`)))
    await put('users', lines('id,username', ...numbers.map((n) => `u${n},user${n}`)))
    const played = (gameOf: (n: number) => number, type: string) => {
      const rows = numbers.flatMap((game) =>
        numbers.map(
          (user) => `${game}-${user},${type},ios,2026-03-01T00:00:00Z,u${user},g${gameOf(game)}`,
        ),
      )
      return lines('id,type,platform,created_at,user_id,game_id', ...rows)
    }
    const counts = async () => {
      const games = (await read('/games?limit=200')).data
      const users = (await read('/users?limit=200')).data
      return {
        games: games.map((game: Record<string, number>) => [
          game.players_count,
          game.checkins_count,
        ]),
        users: users.map((user: Record<string, number>) => [user.games_count, user.checkins_count]),
      }
    }
    // 22,500 pairs of user and game.
    await put(
      'activity',
      played((game) => game, 'checkin'),
    )
    const all = numbers.map(() => [150, 150])
    expect(await counts()).toEqual({ games: all, users: all })
    // Every record moves: even ones to game 0, the others to game 1.
    await put(
      'activity',
      played((game) => game % 2, 'checkin'),
    )
    expect(await counts()).toEqual({
      games: numbers.map((n) => (n < 2 ? [150, 75 * 150] : [0, 0])),
      users: numbers.map(() => [2, 150]),
    })
    await put(
      'activity',
      played((game) => game % 2, 'comment'),
    )
    expect(await counts()).toEqual({
      games: numbers.map((n) => (n < 2 ? [150, 0] : [0, 0])),
      users: numbers.map(() => [2, 0]),
    })
    expect((await read('/games/g5/players')).data).toEqual([])
  })
}
