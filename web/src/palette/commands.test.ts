import { expect, test } from 'vitest'
import { commandsOf, findCommands, maxOfSection } from './commands.ts'

const app = (id: string, name: string) => ({
  app_id: id,
  name,
  platform: 'ios' as const,
  store_id: null,
})
const commands = commandsOf({
  account: {
    networks: ['admob', 'unityads'],
    apps: [app('hop', 'Hop'), app('apfel', 'Äpfel 2'), app('admin', 'Old adMob test')],
  },
  pages: [{ to: '/dashboard', title: 'Overview' }],
  views: [
    {
      id: 3,
      name: 'Weekly AdMob',
      address: '/dashboard?days=last_7&network=admob',
      saved_by: 'ada',
      is_own: true,
      is_shared: false,
      saved_at: '2026-03-10T12:00:00Z',
    },
  ],
})
const found = (text: string) =>
  findCommands(commands, text).flatMap(({ title, commands: all }) =>
    all.map((command) => `${title}: ${command.title}`),
  )

test('without a text, the palette offers everything, pages first', () => {
  const sections = findCommands(commands, '').map(({ title }) => title)
  expect(sections).toEqual(['Pages', 'Saved views', 'Days', 'Networks', 'Apps', 'Actions'])
})

test('a text finds pages, views, networks and apps; those that begin with it come first', () => {
  expect(found('admob')).toEqual([
    'Networks: AdMob',
    'Saved views: Weekly AdMob',
    'Apps: Old adMob test · iOS',
  ])
  expect(found('mob week')).toEqual(['Saved views: Weekly AdMob'])
})

test('accents and case do not matter, nor do blanks', () => {
  expect(found('  apfel  IOS ')).toEqual(['Apps: Äpfel 2 · iOS'])
  expect(found('last 7')).toEqual(['Days: Last 7 days'])
  expect(found('nothing like it')).toEqual([])
})

test('of thousands of apps, a few are shown; each has an id of its own', () => {
  const apps = Array.from({ length: 5_000 }, (_, nth) => app(`a${nth}`, `Game ${nth}`))
  const many = commandsOf({ account: { networks: [], apps }, pages: [], views: [] })
  const [section] = findCommands(many, 'game')
  expect(section!.commands).toHaveLength(maxOfSection)
  expect(findCommands(many, 'game 4999')[0]!.commands).toHaveLength(1)
  expect(new Set(many.map(({ id }) => id)).size).toBe(many.length)
})

test('all pages are shown', () => {
  const pages = Array.from({ length: 12 }, (_, nth) => ({ to: `/${nth}`, title: `Page ${nth}` }))
  const many = commandsOf({ account: { networks: [], apps: [] }, pages, views: [] })
  const [section] = findCommands(many, 'page')
  expect(section).toMatchObject({ title: 'Pages', commands: { length: pages.length } })
})
