import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/moloco.connector.ts'
import { ask, type Exchange, faultOf, importKept, logIn, play, testFaults } from './play.ts'

const given = { email: 'a@b.c', password: 'p', platformId: 'P1', publisherId: 'U1' }
const question = { day: '2026-03-01', given, login: { token: 't1', validMs: 1 } }
const api = 'https://sdkpubapi.moloco.com/api/adcloud/publisher/v1'
const headers = { accept: 'application/json', 'content-type': 'application/json' }
const utc_date = '2026-03-01 00:00:00 +0000 UTC'
const details = ['UTC_DATE', 'PUBLISHER_APP_STORE_ID', 'DEVICE_OS', 'GEO_COUNTRY', 'AD_UNIT_ID']

const report = (dimensions: readonly string[], answer: unknown): Exchange => ({
  ask: `POST ${api}/sdk/summary`,
  headers: { ...headers, authorization: 'Bearer t1' },
  body: {
    publisher_id: 'U1',
    date_range: { start: '2026-03-01', end: '2026-03-01' },
    dimensions,
    metrics: ['REVENUE', 'IMPRESSIONS', 'CLICKS', 'REQUESTS'],
  },
  answer,
})

const row = {
  utc_date,
  app: { app_store_id: 'com.example.hop' },
  device: { os: 'ANDROID' },
  geo: { country: 'USA' },
  ad_unit: { ad_unit_id: 'u1', inventory_type: 'REWARD_VIDEO' },
  metric: { revenue: 0.25, impressions: '12', clicks: '2', requests: '90' },
}
const quiet = { ...row, geo: {}, metric: { requests: '3' } }

test('logs in with an email and password', () => {
  const { result } = play(connector, logIn(connector, given), [
    {
      ask: `POST ${api}/auth/tokens`,
      headers,
      body: { email: 'a@b.c', password: 'p', workplace_id: 'P1' },
      answer: { token: 't1' },
    },
  ])
  expect(result).toEqual({ token: 't1', validMs: 3_300_000 })
})

test('the rows of a day, which have as many impressions as the day', async () => {
  const { result, kept } = play(connector, ask(connector, question), [
    report(details, { rows: [row, quiet] }),
    report(['UTC_DATE'], { rows: [{ utc_date, metric: { impressions: '12' } }] }),
  ])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 com.example.hop moloco rewarded US 12 2 0 250000',
    '2026-03-01 com.example.hop moloco rewarded ZZ 0 0 0 0',
  ])
})

test('rows that have less than the day are tried again', () => {
  const exchanges = [
    report(details, { rows: [row] }),
    report(['UTC_DATE'], { rows: [{ utc_date, metric: { impressions: '20' } }] }),
  ]
  expect(faultOf(connector, ask(connector, question), exchanges)).toEqual({
    kind: 'try-later',
    message: 'rows have 12 of 20 impressions',
  })
})

testFaults(connector, [
  [{ token_type: 'UPDATE_PASSWORD' }, 200, 'credential-refused'],
  [{ message: 'token expired' }, 401, 'log-in-again'],
  [{ message: 'no such publisher' }, 400, 'request-refused'],
  [[], 200, 'try-later'],
])
