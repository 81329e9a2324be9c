import { beforeAll, expect, test } from 'vitest'
import { openCommunity } from '../fixtures/community.ts'
import { shareSite } from '../fixtures/share-site.ts'

const site = shareSite(openCommunity)
beforeAll(async () => {
  await site.put('games', [
    { id: 'emoji', slug: 'emoji', name: 'Emoji', description: `${'x'.repeat(198)}😀😀😀` },
    { id: 'blank', slug: 'blank', name: 'Blank', description: ' ' },
  ])
  await site.put('users', [{ id: 'u', username: 'one' }])
  await site.put('activity', [
    {
      id: 'a',
      type: 'checkin',
      platform: 'ios',
      user_id: 'u',
      game_id: 'emoji',
      created_at: '2026-03-01T10:00:00Z',
    },
  ])
})
const body = async (path: string) => (await site.server.get(path)).rawPayload.toString('utf8')

test('a description is never cut inside a character', async () => {
  expect(await body('/games/emoji')).not.toContain('\uFFFD')
})

test('one game and one check-in are singular', async () => {
  expect(await body('/users/one')).toContain('one plays 1 game and has checked in 1 time.')
})

test('a blank description is not shown', async () => {
  expect(await body('/games/blank')).not.toMatch(/content=""|<h2>About/)
})
