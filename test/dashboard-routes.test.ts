import { expect, test } from 'vitest'
import { pages } from './fixtures/dashboard-paths.ts'
import { pagePaths, pageScenes } from './screenshots/scenes.ts'

test('every page of the dashboard is in the list of pages that browser tests open', () => {
  const opened = pages.map(([path]) => new URL(path, 'http://localhost').pathname)
  const missing = pagePaths().filter((path) => {
    const pattern = new RegExp(`^${path.replaceAll(/\$\w+/g, '[^/]+')}$`)
    return !opened.some((one) => pattern.test(one))
  })
  expect(missing).toEqual([])
})

test('every page has a screenshot with a name of its own', () => {
  const scenes = pageScenes({ appId: 'a/b', name: 'none', citation: 'none', partner: 'hop' })
  expect(scenes.length).toBeGreaterThan(10)
  expect(scenes[0]).toEqual({ name: 'overview', path: '/dashboard' })
  expect(scenes).toContainEqual({ name: 'apps-appId', path: '/dashboard/apps/a%2Fb' })
  expect(new Set(scenes.map(({ name }) => name)).size).toBe(scenes.length)
  expect(() => pageScenes({})).toThrow('Add a value for $appId')
})
