import { describe, expect, test } from 'vitest'
import { openDashboard } from '../../fixtures/dashboard-visitor.ts'
import { shareSite } from '../../fixtures/share-site.ts'
import { legacy } from '../../fixtures/v2-publisher.ts'

const site = shareSite(openDashboard)

const accountOf = async (username: 'acme' | 'rival' | 'idle') => {
  const response = await (await site.signIn(username)).get('/account')
  expect(response.statusCode).toBe(200)
  expect(response.headers['cache-control']).toBe('no-store')
  return response.json()
}

const app = (app_id: string, name: string, platform: string, store_id: unknown = null) => ({
  app_id,
  name,
  platform,
  store_id,
})

describe('the account', () => {
  test('lists its own apps, networks and days only', async () => {
    const { apps, ...rest } = await accountOf('acme')
    expect(rest).toEqual({
      username: 'acme',
      currency: 'USD',
      today: '2026-03-10',
      user: 'acme',
      permissions: ['read', 'import', 'manage', 'finance'],
      accounts: ['acme'],
      sees_all_apps: true,
      share_role: null,
      max_range_days: 3_660,
      figures_from: '2026-02-20',
      figures_to: '2026-03-05',
      networks: [
        ...['admob', 'applovin', 'chartboost', 'mintegral', 'ownnet', 'unityads', 'vungle'],
      ],
    })
    const byId = (a: { app_id: string }, b: { app_id: string }) => (a.app_id < b.app_id ? -1 : 1)
    expect(apps.sort(byId)).toEqual(
      [
        app('30', '😀 Party', 'android'),
        app('31', 'ｚ-rider', 'android'),
        app(legacy, 'Äpfel "2"', 'ios'),
        app('900', 'apple pie', 'amazon'),
        app('zq', 'Zoo Quiz', 'ios'),
        app('9', 'Rocket Racer', 'ios', 400_123_456),
        app('10', 'Rocket Racer', 'android', 'com.acme.rocket'),
        app('100', 'Rocket Racer', 'amazon', 'com.acme.rocket'),
      ].sort(byId),
    )
  })

  test('has its own currency', async () => {
    expect(await accountOf('rival')).toMatchObject({
      username: 'rival',
      currency: 'EUR',
      networks: ['ownnet'],
      figures_from: '2026-03-01',
      figures_to: '2026-03-01',
    })
  })

  test('without data has empty lists', async () => {
    expect(await accountOf('idle')).toEqual({
      username: 'idle',
      currency: 'USD',
      today: '2026-03-10',
      sees_all_apps: true,
      user: 'idle',
      permissions: ['read', 'import', 'manage', 'finance'],
      accounts: ['idle'],
      share_role: null,
      max_range_days: 3_660,
      figures_from: null,
      figures_to: null,
      networks: [],
      apps: [],
    })
  })
})

test('an account without anything has empty figures, freshness and imports', async () => {
  const visitor = await site.signIn('idle')
  const range = { start_date: '2026-03-01', end_date: '2026-03-02' }
  const idle = { account: 'idle', currency: 'USD' }
  for (const dimensions of ['network', 'ad_format', 'country', 'app_id', 'platform']) {
    const asked = { ...range, dimensions, metrics: 'revenue' }
    expect((await visitor.get('/report', asked)).json()).toMatchObject({
      totals: { revenue: null },
      data: [],
    })
  }
  expect((await visitor.get('/freshness', range)).json()).toEqual({
    ...idle,
    ...range,
    networks: [],
    others: [],
  })
  expect((await visitor.get('/imports')).json()).toEqual({
    ...idle,
    imports: [],
    failed: [],
    failed_days: [],
    set_aside: [],
    next_before: null,
  })
})
