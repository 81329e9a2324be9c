import { readdir } from 'node:fs/promises'
import { describe, expect, test } from 'vitest'
import type { RecordKindName } from '../../src/use-cases/community/import-community.ts'
import { lines, ndjson, type OpenCommunitySite } from '../import/community-site.ts'
import { placesOf, readRejects, refusalOf } from '../import/import-site.ts'

const done = { type: 'checkin', platform: 'ios', created_at: '2026-03-01T00:00:00Z' }
const good: Readonly<Record<RecordKindName, object>> = {
  games: { id: 'g1', name: 'Good' },
  users: { id: 'good', username: 'good' },
  activity: { id: 'good', ...done, user_id: 'u1', game_id: 'hop' },
}

const long = (length: number) => 'x'.repeat(length)
const badCells: Readonly<Record<RecordKindName, readonly [string, string | null, RegExp][]>> = {
  games: [
    ['id', null, /letters, digits/],
    ['id', 'a b', /at most 64/],
    ['id', '.hidden', /letters, digits/],
    ['id', long(65), /at most 64/],
    ['id', 'é', /letters, digits/],
    ['name', null, /200 characters on one line/],
    ['name', long(201), /200 characters/],
    ['name', 'two\nlines', /one line/],
    ['slug', 'two words', /joined by hyphens/],
    ['slug', '-hop', /joined by hyphens/],
    ['slug', 'a/b', /joined by hyphens/],
    ['slug', 'zap', /no other game has; the game "zap" has it/],
    ['platforms', 'windows', /a list of ios, android, amazon/],
    ['platforms', 'ios,,android', /a list of/],
    ['platforms', 'iOS', /a list of/],
    ['developer', long(201), /200 characters/],
    ['description', long(10_001), /10000 characters/],
    ['icon_url', 'javascript:alert(1)', /http or https/],
    ['icon_url', '/icon.png', /http or https/],
    ['released_on', '2026-02-30', /YYYY-MM-DD/],
    ['created_at', '2026-03-01', /2026-03-01T09:30:00Z/],
    ['app_id', 'nothing', /app_id of an app/],
  ],
  users: [
    ['id', null, /letters, digits/],
    ['username', null, /at most 64/],
    ['username', '..', /not starting with a dot/],
    ['username', 'a/b', /letters, digits/],
    ['username', 'two words', /letters, digits/],
    ['username', 'noor', /no other user has; the user "u2" has it/],
    ['display_name', 'a\u0000b', /one line/],
    ['avatar_url', 'data:image/png;base64,AA', /http or https/],
    ['country_code', 'UK', /ISO 3166-1/],
    ['country_code', 'de', /upper case/],
    ['joined_at', '2026-02-30T00:00:00Z', /RFC 3339/],
    ['closed_at', '2026-03-01T00:00:00', /RFC 3339/],
  ],
  activity: [
    ['id', 'ios', /not android or ios/],
    ['id', 'android', /not android or ios/],
    ['type', 'like', /checkin, discussion, comment, achievement, follow/],
    ['type', null, /one of/],
    ['platform', 'amazon', /one of android, ios/],
    ['created_at', 'yesterday', /RFC 3339/],
    ['created_at', null, /RFC 3339/],
    ['created_at', '1969-12-31T23:59:59Z', /RFC 3339/],
    ['user_id', null, /letters, digits/],
    ['user_id', 'nobody', /the id of a user/],
    ['user_id', 'mira', /the id of a user/],
    ['game_id', 'nothing', /the id of a game/],
    ['game_id', null, /only a follow needs none/],
    ['text', long(10_001), /10000 characters/],
  ],
}

/**
 * How imports treat rows that are not accepted.
 */
export function communityBadRowCases(openCommunitySite: OpenCommunitySite): void {
  async function openFilled() {
    const opened = await openCommunitySite()
    await opened.put('games', lines('id,name,slug', 'hop,Hop,hop', 'zap,Zap,zap'))
    await opened.put('users', lines('id,username', 'u1,mira', 'u2,noor'))
    await opened.put(
      'activity',
      ndjson({ id: 'a1', ...done, user_id: 'u1', game_id: 'hop' }),
      'activity.ndjson',
    )
    return opened
  }

  describe.each(['games', 'users', 'activity'] as const)('an import of %s', (kind) => {
    test('names each bad cell, and changes nothing', async () => {
      const { put, everything } = await openFilled()
      const before = await everything()
      for (const [column, value, accepts] of badCells[kind]) {
        const text = ndjson(good[kind], { ...good[kind], [column]: value })
        const refusal = await refusalOf(put(kind, text, 'records.ndjson'))
        expect(refusal.message).toBe('Nothing was imported. Fix this cell:')
        const shown = value === null ? '' : ` ${JSON.stringify(value.slice(0, 200))}`
        expect(placesOf(refusal)).toEqual([`records.ndjson:2: ${column}:${shown}`])
        expect(refusal.details[0]).toMatch(accepts)
      }
      expect(await everything()).toEqual(before)
    })
  })

  describe('a refused import', () => {
    test('lists every bad cell of a row, and the first 20 of all', async () => {
      const { put, everything } = await openFilled()
      const before = await everything()
      const row = {
        id: 'x y',
        type: 'like',
        platform: 'web',
        created_at: '',
        user_id: '',
        game_id: '',
      }
      const rows = Array.from({ length: 5 }, () => row)
      const refusal = await refusalOf(put('activity', ndjson(...rows), 'a.ndjson'))
      expect(refusal.message).toContain('Fix these 30 cells (the first 20 are shown):')
      expect(placesOf(refusal).slice(0, 7)).toEqual([
        'a.ndjson:1: id: "x y"',
        'a.ndjson:1: type: "like"',
        'a.ndjson:1: platform: "web"',
        'a.ndjson:1: created_at:',
        'a.ndjson:1: user_id:',
        'a.ndjson:1: game_id:',
        'a.ndjson:2: id: "x y"',
      ])
      expect(await everything()).toEqual(before)
    })

    test.each([
      ['games', lines('id,name,slug', 'a,A,same', 'b,B,same'), 'slug: "same"'],
      ['users', lines('id,username', 'a,same', 'b,same'), 'username: "same"'],
    ] as const)('%s: names the second that takes what the first has', async (kind, text, place) => {
      const { put } = await openFilled()
      const refusal = await refusalOf(put(kind, text))
      expect(placesOf(refusal)).toEqual([`${kind}.csv:3: ${place}`])
      expect(refusal.details[0]).toContain('"a" has it')
    })

    test('because of its last row stores none of the hundreds before it', async () => {
      const { put, everything } = await openFilled()
      const before = await everything()
      const rows = Array.from({ length: 1_200 }, (_, index) => `u${index},name${index}`)
      const refusal = await refusalOf(put('users', lines('id,username', ...rows, 'last,no no')))
      expect(placesOf(refusal)).toEqual(['users.csv:1202: username: "no no"'])
      expect(await everything()).toEqual(before)
    })

    test('because of its columns names unknown, missing and repeated ones', async () => {
      const { put } = await openFilled()
      const { message } = await refusalOf(put('games', lines('id,id,title', 'a,a,A')))
      expect(message).toContain('unknown column "title"')
      expect(message).toContain('repeated column "id"')
      expect(message).toContain('missing column "name"')
    })

    test.each(['', 'id,name\n'])('because it has no rows: %j', async (text) => {
      const { put } = await openFilled()
      await refusalOf(put('games', text))
    })
  })

  describe('--skip-bad-rows', () => {
    const skip = { skipBadRows: true }

    test('imports the other rows, and the reject file lists the bad ones with reasons', async () => {
      const { put, read, site } = await openFilled()
      const text = lines(
        'id,type,platform,created_at,user_id,game_id,text',
        'b1,checkin,ios,2026-03-01T00:00:00Z,u1,hop,fine',
        'b2,like,ios,2026-03-01T00:00:00Z,u1,hop,"a ""quoted"", text"',
        'b3,checkin,ios,2026-03-01T00:00:00Z,nobody,nothing,',
        'b4,checkin,ios',
        'b5,follow,android,2026-03-02T00:00:00Z,u2,,',
      )
      const summary = await put('activity', text, 'activity.csv', skip)
      expect(summary).toMatchObject({ added: 2, updated: 0, skipped_rows: 3 })
      expect(summary.reject_file).toContain(site.directory.rejects)
      const rejects = await readRejects(summary.reject_file)
      expect(rejects).toMatchObject([
        {
          file: 'activity.csv',
          line: '3',
          id: 'b2',
          type: 'like',
          text: 'a "quoted", text',
          platform: 'ios',
          created_at: '2026-03-01T00:00:00Z',
          user_id: 'u1',
          game_id: 'hop',
          reason: expect.stringMatching(/^type: "like"; expected one of checkin, /),
        },
        { line: '4', id: 'b3', user_id: 'nobody' },
        { line: '5', id: '', reason: expect.stringMatching(/^row: "3 cells"; expected 7 cells/) },
      ])
      expect(rejects[1]?.reason).toBe(
        'user_id: "nobody"; expected the id of a user | game_id: "nothing"; expected the id of a game',
      )
      const { data } = await read('/activity')
      expect(data.map(({ id }: { id: string }) => id)).toEqual(['b5', 'b1', 'a1'])
      expect((await read('/games/hop')).checkins_count).toBe(2)
    })

    test('keeps the earlier record of a bad row', async () => {
      const { put, read } = await openFilled()
      const text = lines('id,username,country_code', 'u1,mira,XX', 'u2,mira,DE', 'u3,ada,DE')
      const summary = await put('users', text, 'users.csv', skip)
      expect(summary).toMatchObject({ added: 1, updated: 0, skipped_rows: 2 })
      const { data } = await read('/users')
      expect(data.map(({ username }: { username: string }) => username)).toEqual([
        ...['mira', 'noor', 'ada'],
      ])
      expect(data[1].country_code).toBe(null)
    })

    test('writes no reject file when every row is good', async () => {
      const { put, site } = await openFilled()
      const summary = await put('games', ndjson(good.games), 'games.ndjson', skip)
      expect(summary).toMatchObject({ added: 1, skipped_rows: 0, reject_file: null })
      await expect(readdir(site.directory.rejects)).rejects.toThrow('ENOENT')
    })

    test('is refused when every row is bad', async () => {
      const { put, everything } = await openFilled()
      const before = await everything()
      const refusal = await refusalOf(put('games', lines('id,name', 'x y,A'), 'games.csv', skip))
      expect(refusal.message).toMatch(
        /^Nothing was imported\. Every row is bad\. See .+rejects.+-games\.csv$/,
      )
      expect(await everything()).toEqual(before)
    })
  })
}
