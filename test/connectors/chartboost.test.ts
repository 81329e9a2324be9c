import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/chartboost.connector.ts'
import { ask, type Exchange, importKept, logIn, play, testFaults } from './play.ts'

const given = { clientId: 'c1', clientSecret: 's1' }
const question = { day: '2026-03-01', given, login: { token: 't1', validMs: 1 } }

const report = (answer: unknown, status = 200): Exchange => ({
  ask: 'GET https://api.chartboost.com/v5/analytics/appcountry?dateMin=2026-03-01&dateMax=2026-03-01&adLocation=all',
  headers: { authorization: 'Bearer t1', accept: 'application/json' },
  answer,
  status,
})

const row = {
  dt: '2026-03-01',
  app: 'Hop',
  appId: '5a01',
  platform: 'iOS',
  countryCode: 'US',
  adType: 'rewarded_video',
  impressionsDelivered: 20,
  clicksDelivered: 1,
  installDelivered: 2,
  moneyEarned: 0.2000004,
}

test('logs in with a client id and secret', () => {
  const { result } = play(connector, logIn(connector, given), [
    {
      ask: 'POST https://api.chartboost.com/v5/oauth/token',
      headers: { 'content-type': 'application/json' },
      body: {
        client_id: 'c1',
        client_secret: 's1',
        audience: 'https://public.api.gateway.chartboost.com',
        grant_type: 'client_credentials',
      },
      answer: { access_token: 't1', expires_in: 86_400 },
    },
  ])
  expect(result).toEqual({ token: 't1', validMs: 86_400_000 })
})

test('the countries of a day, with types of ads as words or numbers', async () => {
  const { result, kept } = play(connector, ask(connector, question), [
    report([row, 'note', { ...row, adType: undefined, adTypeId: 1, moneyEarned: 0.1 }]),
  ])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop chartboost interstitial US 20 1 2 100000',
    '2026-03-01 Hop chartboost rewarded US 20 1 2 200000',
  ])
})

testFaults(connector, [
  [{ message: 'Unauthorized' }, 401, 'log-in-again'],
  [{ message: 'Forbidden' }, 403, 'credential-refused'],
  [{ jobId: 'j1' }, 202, 'try-later'],
])
