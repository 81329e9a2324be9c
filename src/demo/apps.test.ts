import { expect, test } from 'vitest'
import { type DemoApp, demoApps } from './apps.ts'

const distinct = (values: readonly unknown[]) => new Set(values).size

test('twelve apps are five for iOS, five for Android and two for Amazon', () => {
  const apps = demoApps(1, 12)
  const countOf = (platform: string) => apps.filter((app) => app.platform === platform).length
  expect([countOf('ios'), countOf('android'), countOf('amazon')]).toEqual([5, 5, 2])
})

test('the names of any twelve apps have a comma, quotes, an accent, an emoji and Arabic', () => {
  for (const seed of [0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, -1, 2 ** 40]) {
    const names = demoApps(seed, 12).map(({ appName }) => appName.normalize('NFC'))
    for (const rarity of [/,/, /"/, /[À-ž]/, /\p{Extended_Pictographic}/u, /\p{Script=Arabic}/u]) {
      expect(names.some((name) => rarity.test(name))).toBe(true)
    }
  }
})

test('the identifiers of 500 apps are distinct, well formed and ascending', () => {
  const apps = demoApps(7, 500)
  const ids = apps.map(({ appId }) => appId)
  expect(distinct(ids)).toBe(500)
  expect(ids.toSorted()).toEqual(ids)
  expect(ids.every((id) => /^\d{6}$/.test(id))).toBe(true)

  const ios = apps.filter(({ platform }) => platform === 'ios')
  expect(distinct(ios.map(({ appStoreId }) => appStoreId))).toBe(ios.length)
  expect(distinct(ios.map(({ appBundleId }) => appBundleId))).toBe(ios.length)
  expect(ios.every(({ appStoreId }) => /^\d{10}$/.test(appStoreId ?? ''))).toBe(true)
  expect(ios.every(({ androidPackage }) => androidPackage === null)).toBe(true)

  const others = apps.filter(({ platform }) => platform !== 'ios')
  const place = (app: DemoApp) => `${app.platform} ${app.androidPackage}`
  expect(distinct(others.map(place))).toBe(others.length)
  expect(others.every((app) => /^com\.example\.[a-z]+\d?$/.test(app.androidPackage ?? ''))).toBe(
    true,
  )
  expect(others.every((app) => app.appStoreId === null && app.appBundleId === null)).toBe(true)
})

test('an Amazon app shares its package with the Android app of the same game', () => {
  const apps = demoApps(1, 12)
  const amazon = apps.find(({ platform }) => platform === 'amazon')
  const android = apps.find(
    ({ platform, appName }) => platform === 'android' && appName === amazon?.appName,
  )
  expect(amazon?.androidPackage).toBe(android?.androidPackage)
})

test('a smaller account has the first apps of a larger one', () => {
  expect(demoApps(3, 40).slice(0, 12)).toEqual(demoApps(3, 12))
})

test('an account without apps is empty', () => {
  expect(demoApps(3, 0)).toEqual([])
})
