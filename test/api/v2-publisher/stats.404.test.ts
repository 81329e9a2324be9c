import { describe, expect, test } from 'vitest'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import {
  acme,
  openV2Publisher,
  rivalApp,
  rocket,
  statsPath,
  twoDays,
} from '../../fixtures/v2-publisher.ts'

const publisher = shareSite(openV2Publisher)

test.each([
  ['app_id', { app_id: 'nothing' }],
  ['app_id of another account', { app_id: rivalApp }],
  ['app_id in another case', { app_id: 'ZQ' }],
  ['app_store_id', { app_store_id: '400123457' }],
  ['app_bundle_id', { app_bundle_id: 'com.acme.nothing' }],
  ['app_bundle_id that is only a package on android', { app_bundle_id: 'com.acme.Rocket' }],
  ['android_package', { android_package: 'com.acme.nothing' }],
  ['android_package of another account', { android_package: 'com.rival.android' }],
  [
    'android_package of another account on amazon',
    { android_package: 'com.rival.amazon', platform: 'amazon' },
  ],
])('an unknown %s is answered with 404 in every shape', async (_title, selector) => {
  for (const group of [{}, { group_by: 'network' }]) {
    const response = await publisher.stats({ ...twoDays, ...selector, ...group })
    expectProblem(response, 404, 'unknown_app')
  }
})

describe('a package selects only the app of the requested platform', () => {
  const asRival = { developer: 'rival', key: 'rivalkey-55aa10e2' }
  test.each([
    [{ android_package: 'com.rival.amazon' }, 404],
    [{ android_package: 'com.rival.amazon', platform: 'android' }, 404],
    [{ android_package: 'com.rival.amazon', platform: 'amazon' }, 200],
    [{ android_package: 'com.rival.android' }, 200],
    [{ android_package: 'com.rival.android', platform: 'android' }, 200],
    [{ android_package: 'com.rival.android', platform: 'amazon' }, 404],
  ])('%o: %i', async (selector, status) => {
    const response = await publisher.server.get(statsPath, { ...asRival, ...twoDays, ...selector })
    expect(response.statusCode).toBe(status)
  })
})

test('an app of another account gets exactly the same answer as an app that does not exist', async () => {
  const selectors = [
    { app_id: 'later' },
    { app_id: `${rocket.ios},later` },
    { app_store_id: '77' },
    { app_bundle_id: 'com.later' },
    { android_package: 'com.later' },
    { android_package: 'com.later.amazon', platform: 'amazon' },
  ]
  const ask = () =>
    Promise.all(selectors.map((selector) => publisher.stats({ ...twoDays, ...selector })))
  const before = await ask()
  await publisher.installation.importApps([
    {
      app_id: 'later',
      publisher: 'rival',
      app_name: 'Later',
      platform: 'ios',
      app_store_id: 77,
      app_bundle_id: 'com.later',
    },
    {
      app_id: 'later-2',
      publisher: 'rival',
      app_name: 'Later',
      platform: 'android',
      android_package: 'com.later',
    },
    {
      app_id: 'later-3',
      publisher: 'rival',
      app_name: 'Later',
      platform: 'amazon',
      android_package: 'com.later.amazon',
    },
  ])
  const after = await ask()
  for (const [index, response] of after.entries()) {
    expectProblem(response, 404, 'unknown_app')
    expect(bodyButForRequestId(response)).toBe(bodyButForRequestId(before[index]!))
  }
})

test('an unknown id among several is named, and known ones are not', async () => {
  const response = await publisher.stats({ ...twoDays, app_id: `zq,nobody-1,900,nobody-2` })
  expectProblem(response, 404, 'unknown_app')
  const { detail } = response.json()
  expect(detail).toContain('nobody-1')
  expect(detail).toContain('nobody-2')
  expect(detail).not.toContain('900')
})

test('parameters are checked before existence', async () => {
  const response = await publisher.stats({ ...twoDays, app_id: 'nothing', geo: 'xx' })
  expectProblem(response, 400, 'bad_parameters', { geo: /"xx"/ })
})

test.each([
  '/api/v2/publisher',
  '/api/v2/publisher/',
  `${statsPath}/${rocket.ios}`,
  '/api/v2/publisher/Applications',
])('%s answers 404', async (path) => {
  expectProblem(await publisher.server.get(path, acme), 404, 'not_found')
})
