import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openTemporaryInstallation, type TestInstallation } from '../../fixtures/installation.ts'
import { bodyButForRequestId, expectProblem } from '../../fixtures/problem-body.ts'
import { type Query, serveReports, type TestServer } from '../../fixtures/report-server.ts'

let installation: TestInstallation
let server: TestServer
let key: string
beforeAll(async () => {
  installation = await openTemporaryInstallation()
  server = serveReports(installation)
  key = await installation.addAccount({ username: 'acme' })
  await installation.addAccount({ username: 'other' })
  const app = { publisher: 'acme', app_name: 'Hop' } as const
  await installation.importApps([
    { ...app, app_id: 'hop-a', platform: 'android', android_package: 'com.hop' },
    { ...app, app_id: 'hop-z', platform: 'amazon', android_package: 'com.hop' },
    { ...app, app_id: 'zap-z', platform: 'amazon', android_package: 'com.zap' },
    { ...app, app_id: 'hop-i', platform: 'ios', app_store_id: 77 },
    { ...app, app_id: 'bare', platform: 'ios', app_name: '=SUM(A1)' },
    {
      publisher: 'other',
      app_name: 'Foreign',
      app_id: 'foreign',
      platform: 'android',
      android_package: 'com.foreign',
    },
  ])
  const row = { date: '2026-03-09', network: 'ownnet', format: 'video', country: 'US' }
  await installation.importFigures([
    { ...row, app_id: 'hop-a', impressions: 2_000, clicks: 3, installs: 1, revenue: '1.005' },
    { ...row, app_id: 'hop-z', impressions: 10, revenue: '0.5' },
    { ...row, app_id: 'bare', impressions: 1, revenue: '0', ad_tag: 'menu' },
  ])
})
afterAll(async () => {
  await server.close()
  await installation.remove()
})

const range = { start_date: '2026-03-09', end_date: '2026-03-09' }
const ask = (path: string, query: Query = range) =>
  server.get(`/api/publisher/${path}`, { key, ...query })

describe('one app', () => {
  test('has exactly the documented members, with figures worked out by hand', async () => {
    const answer = await ask('acme/android/com.hop/')
    const url = `https://reports.example/api/publisher/acme/android/com.hop/?start_date=2026-03-09&end_date=2026-03-09&key=${key}`
    expect(answer.json()).toStrictEqual({
      game_identifier: 'com.hop',
      game_name: 'Hop',
      game_platform: 'android',
      game_data: {
        // 1.005 for 2,000 is 0.5025 per thousand; 100.5 cents round away from zero.
        '2026-03-09': {
          impressions: 2_000,
          clicks: 3,
          installs: 1,
          revenue_in_cents: 101,
          cpm: 0.5025,
          ctr: 0.0015,
          cvr: 0.0005,
          url,
        },
      },
      ...range,
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })

  test('without days gives today', async () => {
    const { game_data } = (await ask('acme/ios/77', {})).json()
    expect(Object.keys(game_data)).toEqual(['2026-03-10'])
  })

  test('has no future days', async () => {
    const days = { start_date: '2026-03-09', end_date: '2026-03-12' }
    const body = (await ask('acme/ios/77', days)).json()
    expect(Object.keys(body.game_data)).toEqual(['2026-03-09', '2026-03-10'])
    expect(body).toMatchObject(days)
  })

  test.each([
    ['android/com.hop', {}, 2_000],
    ['android/com.hop', { platform: 'amazon' }, 10],
    ['android/com.zap', {}, 0],
    ['ios/bare', {}, 1],
  ])('%s %j gives the app with %i impressions', async (path, query, impressions) => {
    const { game_data } = (await ask(`acme/${path}`, { ...range, ...query })).json()
    expect(game_data['2026-03-09'].impressions).toBe(impressions)
  })

  test.each(['menu', 'Menu'])('the ad tag %s counts only its own rows', async (ad_tag) => {
    const { game_data } = (await ask('acme/ios/bare', { ...range, ad_tag })).json()
    expect(game_data['2026-03-09'].impressions).toBe(ad_tag === 'menu' ? 1 : 0)
  })
})

describe('all apps', () => {
  test('redirect to today without days, and keep all other parameters', async () => {
    const answer = await ask('acme', { format: 'csv', x: 'y' })
    expect(answer.statusCode).toBe(302)
    const location = new URL(String(answer.headers.location))
    expect(location.origin + location.pathname).toBe('https://reports.example/api/publisher/acme')
    expect(Object.fromEntries(location.searchParams)).toEqual({
      key,
      format: 'csv',
      x: 'y',
      start_date: '2026-03-10',
      end_date: '2026-03-10',
    })
    expect(answer.headers['cache-control']).toBe('no-store')
  })
})

describe('the index', () => {
  test('needs no key, and lists the apps of an account with credentials', async () => {
    const anonymous = (await server.get('/api/publisher/')).json()
    expect(anonymous.all_apps.url_template).toMatch(/^https:\/\/reports\.example\/.*\{\?key,/)
    expect(anonymous.apps).toBe(undefined)
    const { apps } = (await server.get('/api/publisher', { developer: 'acme', key })).json()
    expect(apps).toHaveLength(5)
    expect((await server.get(apps[0].url.replace('https://reports.example', ''))).statusCode).toBe(
      200,
    )
    expectProblem(
      await server.get('/api/publisher', { developer: 'acme', key: 'no' }),
      401,
      'unauthorized',
    )
  })
})

describe('a refusal', () => {
  test.each([
    ['acme/windows/com.hop', 'not_found'],
    ['acme/android/com.foreign', 'unknown_app'],
    ['acme/android/nothing', 'unknown_app'],
    ['acme/ios/com.hop', 'unknown_app'],
    ['acme/ios/77/more', 'not_found'],
  ])('%s is 404 %s', async (path, code) => {
    expectProblem(await ask(path), 404, code)
  })

  test('for an unknown username equals that for a wrong key', async () => {
    const answers = [await ask('nobody/ios/77'), await ask('acme/ios/77', { ...range, key: 'no' })]
    for (const answer of answers) expectProblem(answer, 401, 'unauthorized')
    expect(new Set(answers.map(bodyButForRequestId)).size).toBe(1)
  })

  test.each<[Query, Record<string, RegExp>]>([
    [{ start_date: '2026-03-09' }, { end_date: /start_date/ }],
    [{ end_date: '2026-03-09' }, { start_date: /end_date/ }],
    [{ start_date: '2026-03-09', end_date: '2026-03-08' }, { end_date: /before/ }],
    [{ start_date: '2026-02-30', end_date: '2026-03-08' }, { start_date: /YYYY-MM-DD/ }],
    [{ ...range, creative_type: 'banner' }, { creative_type: /interstitial, video, rewarded/ }],
    [{ ...range, creative_type: ['video', 'rewarded'] }, { creative_type: /once/ }],
    [{ ...range, network: 'admob' }, { network: /ownnet, ownnet_exchange/ }],
    [{ ...range, format: 'xml' }, { format: /csv or json/ }],
    [
      { ...range, geo: 'us', group_by: 'network' },
      { geo: /V2/, group_by: /V2/ },
    ],
    [
      { ...range, app_id: '1', app_store_id: '7' },
      { app_id: /path/, app_store_id: /path/ },
    ],
    [
      { ...range, startdate: 'x', enddate: 'y' },
      { startdate: /start_date/, enddate: /end_date/ },
    ],
    [{ ...range, platform: 'ios' }, { platform: /amazon/ }],
  ])('%j names every bad parameter, also for CSV', async (query, errors) => {
    for (const path of ['acme', 'acme/android/com.hop']) {
      const csv = query.format ? {} : { format: 'csv' }
      expectProblem(await ask(path, { ...query, ...csv }), 400, 'bad_parameters', errors)
    }
  })

  test('for another method names the allowed ones', async () => {
    const answer = await server.send('POST', '/api/publisher/acme')
    expectProblem(answer, 405, 'method_not_allowed')
    expect(answer.headers.allow).toBe('GET, HEAD')
  })
})
