import { gzipSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import { importCommunity } from '../../src/use-cases/import-community.ts'
import { lines, ndjson, type OpenCommunitySite } from '../import/community-site.ts'

const game = { id: 'hop', name: 'Hop' }
const twoUsers = lines('id,username', 'u1,mira', 'u2,noor')
const activityColumns = 'id,type,platform,created_at,user_id,game_id,text'

/**
 * Imports of the public network's records.
 */
export function communityImportCases(openCommunitySite: OpenCommunitySite): void {
  describe('an import of records', () => {
    test('reads a CSV with columns in any order, and lists in a cell', async () => {
      const { put, read } = await openCommunitySite()
      const summary = await put(
        'games',
        lines('platforms,name,id,description', '"amazon,ios","Hop, ""the"" 🐸",hop,"two\nlines"'),
      )
      const kept = { kind: 'games', added: 1, updated: 0, skipped_rows: 0, reject_file: null }
      expect(summary).toEqual({ ...kept, files: ['games.csv'] })
      expect(await read('/games/hop')).toMatchObject({
        name: 'Hop, "the" 🐸',
        platforms: ['ios', 'amazon'],
        description: 'two\nlines',
      })
    })

    test('reads NDJSON, with platforms as a list, as text, or absent', async () => {
      const { put, read } = await openCommunitySite()
      const lists = [['android', 'ios'], 'android,ios', [], null]
      const rows = lists.map((platforms, index) => ({ id: `g${index}`, name: 'G', platforms }))
      await put('games', ndjson(...rows), 'games.ndjson')
      const { data } = await read('/games')
      expect(data.map(({ platforms }: { platforms: string[] }) => platforms)).toEqual([
        ['ios', 'android'],
        ['ios', 'android'],
        [],
        [],
      ])
    })

    test('reads compressed files, several as one import', async () => {
      const { site, put, read } = await openCommunitySite()
      await put('games', gzipSync(ndjson(game)), 'games.ndjson.gz')
      const files = [
        await site.file('a.csv', twoUsers),
        await site.file('b.jsonl', ndjson({ id: 'u3', username: 'ada' })),
      ]
      const summary = await site.call(importCommunity, { kind: 'users' }, { files })
      expect(summary).toMatchObject({ files: ['a.csv', 'b.jsonl'], added: 3 })
      expect((await read('/users')).data).toHaveLength(3)
      expect((await read('/games')).data).toHaveLength(1)
    })

    test('reads a format that the name does not show', async () => {
      const { put, read } = await openCommunitySite()
      await put('games', ndjson(game), 'export.txt', { inputFormat: 'ndjson' })
      expect((await read('/games/hop')).name).toBe('Hop')
    })

    test('replaces records by id, clearing members that are absent', async () => {
      const { put, read } = await openCommunitySite()
      const full = {
        ...game,
        platforms: ['amazon'],
        developer: 'Frog',
        genre: 'puzzle',
        description: 'D',
        icon_url: 'https://cdn.example/i',
        released_on: '2026-01-01',
        app_id: 'zap-ios',
      }
      await put('games', ndjson(full, { id: 'other', name: 'Other' }), 'games.ndjson')
      expect(await read('/games/hop')).toMatchObject({
        platforms: ['ios', 'amazon'],
        app_store_id: 900_000_001,
        app_bundle_id: 'com.example.zap',
      })
      const { created_at } = await read('/games/hop')
      const summary = await put('games', lines('id,name', 'hop,Hop 2', 'new,New'))
      expect(summary).toMatchObject({ added: 1, updated: 1 })
      expect(await read('/games/hop')).toMatchObject({
        name: 'Hop 2',
        platforms: [],
        developer: null,
        genre: null,
        description: null,
        icon_url: null,
        released_on: null,
        app_store_id: null,
        app_bundle_id: null,
        // Page URLs are missing, and so is the time when it was first known.
        slug: 'hop',
        created_at,
      })
      expect((await read('/games')).data).toHaveLength(3)
    })

    test('of a user replaces the username, and the earlier one is unknown', async () => {
      const { put, read } = await openCommunitySite()
      await put('users', ndjson({ id: 'u1', username: 'mira', country_code: 'DE' }), 'u.ndjson')
      await put('users', ndjson({ id: 'u1', username: 'mira2' }), 'u.ndjson')
      expect(await read('/users/mira2')).toMatchObject({ id: 'u1', country_code: null })
      expect(await read('/users/mira')).toMatchObject({ code: 'unknown_user' })
    })

    test.each([2, 600])('keeps the last of %i rows with the same id', async (count) => {
      const { put, read } = await openCommunitySite()
      const rows = Array.from({ length: count }, (_, index) => `hop,Hop ${index + 1}`)
      expect(await put('games', lines('id,name', ...rows))).toMatchObject({ added: 1 })
      const names = Array.from({ length: count }, (_, index) => `u1,mira,Name ${index + 1}`)
      expect(await put('users', lines('id,username,display_name', ...names))).toMatchObject({
        added: 1,
        updated: count - 1,
      })
      const done = Array.from(
        { length: count },
        (_, index) => `a1,checkin,ios,2026-03-01T00:00:00Z,u1,hop,T${index + 1}`,
      )
      expect(await put('activity', lines(activityColumns, ...done))).toMatchObject({ added: 1 })
      expect((await read('/games')).data).toMatchObject([
        { name: `Hop ${count}`, checkins_count: 1 },
      ])
      expect((await read('/users/mira')).display_name).toBe(`Name ${count}`)
      expect((await read('/activity')).data).toMatchObject([{ text: `T${count}` }])
    })
  })

  describe('a game without a slug', () => {
    test.each([
      ['Hop the Frog', 'hop-the-frog'],
      ['Éclat & Ember 🔥', 'eclat-ember'],
      ['  --A  b__c--  ', 'a-b-c'],
      ['İstanbul ﬁ', 'istanbul-fi'],
      ['لعبة', 'لعبة'],
      ['かばん', 'かばん'],
      ['हिन्दी', 'हिन्दी'],
      ['2048', '2048'],
      ['🎮!', 'game'],
    ])('%j has the slug %j', async (name, slug) => {
      const { put, read } = await openCommunitySite()
      await put('games', ndjson({ id: 'g', name }), 'games.ndjson')
      expect((await read('/games/g')).slug).toBe(slug)
    })

    test('gets a number at its end when others have the same name', async () => {
      const { put, read } = await openCommunitySite()
      await put(
        'games',
        lines('id,name,slug', 'a,Hop,', 'b,Other,hop-2', 'c,hop!,', 'd,HOP,', 'e,🎮,', 'f,🐸,'),
      )
      const { data } = await read('/games')
      const slugs = data.map(({ slug }: { slug: string }) => slug)
      expect(slugs).toEqual(['hop', 'hop-2', 'hop-3', 'hop-4', 'game', 'game-2'])
    })
  })

  describe('a user who closes the account', () => {
    const open = async () => {
      const opened = await openCommunitySite()
      await opened.put('games', ndjson(game), 'games.ndjson')
      await opened.put('users', twoUsers)
      await opened.put(
        'activity',
        lines(
          activityColumns,
          'a1,checkin,ios,2026-03-01T00:00:00Z,u1,hop,',
          'a2,comment,ios,2026-03-02T00:00:00Z,u2,hop,',
          'a3,checkin,ios,2026-03-03T00:00:00Z,u2,hop,',
        ),
      )
      const state = async () => {
        const { players_count, checkins_count } = await opened.read('/games/hop')
        const { data } = await opened.read('/activity')
        return [players_count, checkins_count, data.map(({ id }: { id: string }) => id).join()]
      }
      const close = (at: string) =>
        opened.put('users', lines('id,username,closed_at', `u1,mira,${at}`))
      return { ...opened, state, close }
    }

    test('is hidden with the records and counts, which return when the account is open again', async () => {
      const { read, state, close } = await open()
      expect(await state()).toEqual([2, 2, 'a3,a2,a1'])
      const before = await read('/users/mira')
      await close('2026-03-05T00:00:00Z')
      expect(await state()).toEqual([1, 1, 'a3,a2'])
      expect((await read('/users/mira')).code).toBe('user_closed')
      await close('2026-03-06T00:00:00Z')
      expect(await state()).toEqual([1, 1, 'a3,a2'])
      await close('')
      expect(await state()).toEqual([2, 2, 'a3,a2,a1'])
      expect(await read('/users/mira')).toEqual(before)
    })

    test('has later imported records hidden until the account is open again', async () => {
      const { put, state, close } = await open()
      await close('2026-03-05T00:00:00Z')
      await put('activity', lines(activityColumns, 'a4,checkin,ios,2026-03-04T00:00:00Z,u1,hop,'))
      expect(await state()).toEqual([1, 1, 'a3,a2'])
      // a3 becomes a record of the closed account, a1 one of the open account.
      await put(
        'activity',
        lines(
          activityColumns,
          'a3,checkin,ios,2026-03-03T00:00:00Z,u1,hop,',
          'a1,comment,ios,2026-03-01T00:00:00Z,u2,hop,',
        ),
      )
      expect(await state()).toEqual([1, 0, 'a2,a1'])
      await close('')
      expect(await state()).toEqual([2, 2, 'a4,a3,a2,a1'])
    })

    test('keeps the username', async () => {
      const { put, close } = await open()
      await close('2026-03-05T00:00:00Z')
      await expect(put('users', lines('id,username', 'u9,mira'))).rejects.toMatchObject({
        code: 'bad_cells',
        facts: { count: 1 },
      })
    })
  })

  describe('in one import of users', () => {
    test('one releases a name that another takes', async () => {
      const { put, read } = await openCommunitySite()
      await put('users', twoUsers)
      await put('users', lines('id,username', 'u1,ada', 'u2,mira'))
      expect((await read('/users/mira')).id).toBe('u2')
      expect((await read('/users')).data).toHaveLength(2)
    })

    test('of two rows of one user, the later one names the username that is taken', async () => {
      const { put, read } = await openCommunitySite()
      await put('users', lines('id,username', 'u9,n1', 'u9,n2', 'u8,n1'))
      expect((await read('/users/n1')).id).toBe('u8')
      expect((await read('/users/n2')).id).toBe('u9')
    })
  })
}
