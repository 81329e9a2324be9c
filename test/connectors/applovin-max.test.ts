import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/applovin-max.connector.ts'
import { ask, type Exchange, faultOf, importKept, play, testFaults } from './play.ts'

const question = { day: '2026-03-01', given: { reportKey: 'k+1' } }
const columns =
  'day%2Capplication%2Cpackage_name%2Cplatform%2Cad_format%2Ccountry%2Cnetwork%2Cattempts%2Cresponses%2Cimpressions%2Cestimated_revenue'

/** Pages have an order. */
const sorts = decodeURIComponent(columns)
  .split(',')
  .slice(0, -4)
  .map((column) => `&sort_${column}=ASC`)
  .join('')

const row = (values: object = {}) => ({
  day: '2026-03-01',
  application: 'Hop',
  package_name: 'com.example.hop',
  platform: 'ios',
  ad_format: 'INTER',
  country: 'us',
  network: 'ADMOB_BIDDING',
  impressions: '120',
  estimated_revenue: '0.84',
  ...values,
})
const page = (offset: number, ...results: object[]): Exchange => ({
  ask: `GET https://r.applovin.com/maxReport?api_key=k%2B1&start=2026-03-01&end=2026-03-01&columns=${columns}&format=json&not_zero=1${sorts}&limit=10000&offset=${offset}`,
  answer: { code: 200, count: results.length, results },
})

test('pages are asked for until two have no rows', async () => {
  const unity = row({ network: 'UNITY_BIDDING', estimated_revenue: '0.000404' })
  const { result, kept } = play(connector, ask(connector, question), [
    page(0, row(), unity),
    page(2, row({ country: 'de' })),
    page(3),
    page(3),
  ])
  expect(result).toBe(3)
  expect(await importKept(connector, kept.slice(0, 2))).toEqual([
    '2026-03-01 Hop admob interstitial DE 120 0 0 840000',
    '2026-03-01 Hop admob interstitial US 120 0 0 840000',
    '2026-03-01 Hop unityads interstitial US 120 0 0 404',
  ])
})

test('a day without rows is asked for once', () => {
  expect(play(connector, ask(connector, question), [page(0)]).result).toBe(0)
})

test('rows after a page without rows are tried again', () => {
  const exchanges = [page(0, row()), page(1), page(1, row({ country: 'de' }))]
  expect(faultOf(connector, ask(connector, question), exchanges)).toMatchObject({
    kind: 'try-later',
    message: expect.stringContaining('sent rows after a page without rows'),
  })
})

testFaults(connector, [
  ['Forbidden', 403, 'credential-refused'],
  ['Invalid api_key', 401, 'log-in-again'],
  ['Bad Request', 400, 'request-refused'],
  [{ code: 500, message: 'Internal' }, 200, 'try-later'],
  [{ code: 429 }, 200, 'slow-down'],
  [{ code: 200 }, 200, 'try-later'],
])
