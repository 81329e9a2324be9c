import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/verve.connector.ts'
import { ask, type Exchange, importKept, play, testFaults } from './play.ts'

const question = { day: '2026-01-25', given: { token: 'a&b' } }
const report = (reports: unknown): Exchange => ({
  ask: 'GET https://dashboard.pubnative.net/api/reports?account_auth_token=a%26b&start_date=25%2F01%2F2026&end_date=25%2F01%2F2026&group_by%5B%5D=date&group_by%5B%5D=country_code&group_by%5B%5D=store_app_id',
  answer: { status: 'success', reports },
})
const row = {
  date: '25/01/2026',
  country_code: 'US',
  store_app_id: 'com.example.hop',
  app_name: 'Hop',
  impressions: 100,
  clicks: 3,
  revenues: 0.25,
}

test('the rows of a day, whose dates begin with the day', async () => {
  const { result, kept } = play(connector, ask(connector, question), [
    report([row, { ...row, country_code: null, revenues: 0.0000005 }]),
  ])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-01-25 Hop verve unknown US 100 3 0 250000',
    '2026-01-25 Hop verve unknown ZZ 100 3 0 1',
  ])
})

testFaults(connector, [
  [{ status: 'error', errors: 'Invalid auth token' }, 200, 'credential-refused'],
  [{ status: 'error', message: 'Please retry' }, 200, 'try-later'],
  [{ status: 'success' }, 200, 'try-later'],
  [{ errors: ['start_date is invalid'] }, 422, 'request-refused'],
  ['', 401, 'log-in-again'],
])
