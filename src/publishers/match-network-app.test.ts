import { expect, test } from 'vitest'
import type { Platform } from '../values/platform.ts'
import type { App } from './app.ts'
import { matchNetworkApp } from './match-network-app.ts'

const app = (appId: string, platform: Platform, accountId = 1): App => ({
  key: 1,
  accountId,
  appId,
  name: appId,
  platform,
})
const [ios, android, amazon] = [app('i', 'ios'), app('a', 'android'), app('z', 'amazon')]
const theirs = app('t', 'ios', 2)

test.each<[string, linked: App[], alike: App[], Platform | null, string]>([
  ['a link counts more than identifiers', [ios], [app('other', 'ios')], 'ios', 'i'],
  ['identifiers where no link fits', [android], [ios], 'ios', 'i'],
  ['a link of the platform that is stated', [ios, android], [], 'android', 'a'],
  ['Amazon, which may be called Android', [], [ios, amazon], 'android', 'z'],
  ['Android rather than Amazon', [], [android, amazon], 'android', 'a'],
  ['the only app where no platform is stated', [], [amazon], null, 'z'],
  ['none of two platforms where none is stated', [], [ios, android], null, 'unknown'],
  ['none of another platform', [android], [amazon], 'ios', 'unknown'],
  ['none at all', [], [], 'ios', 'unknown'],
  ['none of two accounts', [], [ios, theirs], 'ios', 'ambiguous'],
  ['a link of two accounts, whatever is alike', [ios, theirs], [ios], 'ios', 'ambiguous'],
])('a network means %s', (_what, linked, alike, platform, expected) => {
  const match = matchNetworkApp({ linked, alike }, platform)
  expect(typeof match === 'string' ? match : match.appId).toBe(expected)
})
