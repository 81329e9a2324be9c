import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/applovin.connector.ts'
import { ask, type Exchange, importKept, play, testFaults } from './play.ts'

const question = { day: '2026-03-01', given: { reportKey: 'r&k' } }
const report = (offset: number, results: unknown): Exchange => ({
  ask: `GET https://r.applovin.com/report?api_key=r%26k&start=2026-03-01&end=2026-03-01&columns=day%2Capplication%2Cpackage_name%2Cplatform%2Ccountry%2Cad_type%2Csize%2Cimpressions%2Cclicks%2Crevenue&format=json&report_type=publisher&limit=10000&offset=${offset}`,
  answer: { code: 200, results },
})
const row = {
  day: '2026-03-01',
  application: 'Hop',
  package_name: 'com.example.hop',
  platform: 'android',
  country: 'us',
  ad_type: 'REWARD',
  size: 'INTER',
  impressions: '120',
  clicks: '4',
  revenue: '0.84',
}

test('the rows of all pages, after which there is nothing', async () => {
  const banner = { ...row, ad_type: 'GRAPHIC', size: 'BANNER', revenue: '0.0000005' }
  const { result, kept } = play(connector, ask(connector, question), [
    report(0, [row]),
    report(1, [banner]),
    report(2, []),
    report(2, []),
  ])
  expect(result).toBe(2)
  expect(await importKept(connector, kept.slice(0, 2))).toEqual([
    '2026-03-01 Hop applovin banner US 120 4 0 1',
    '2026-03-01 Hop applovin rewarded US 120 4 0 840000',
  ])
})

testFaults(connector, [
  [{ code: 403 }, 200, 'credential-refused'],
  ['', 401, 'log-in-again'],
  ['', 403, 'credential-refused'],
  [{ code: 500 }, 200, 'try-later'],
  [{ code: 200 }, 200, 'try-later'],
])
