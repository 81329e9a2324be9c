import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/vungle.connector.ts'
import { ask, type Exchange, importKept, play, testFaults } from './play.ts'

const question = { day: '2026-03-01', given: { apiKey: 'key' } }

const report = (answer: unknown): Exchange => ({
  ask: 'GET https://report.api.vungle.com/ext/pub/reports/performance?start=2026-03-01&end=2026-03-01&dimensions=date%2Cplatform%2Capplication%2Ccountry%2CadType%2Cincentivized&aggregates=views%2Cclicks%2Crevenue',
  headers: { authorization: 'Bearer key', 'vungle-version': '1', accept: 'application/json' },
  answer,
})
const row = (values: object = {}) => ({
  date: '2026-03-01',
  platform: 'iOS',
  'application id': '5a1',
  'application name': 'Hop',
  country: 'US',
  adType: 'video',
  incentivized: true,
  views: 10,
  clicks: 1,
  revenue: 0.2,
  ...values,
})

test('the list of a day', async () => {
  const rows = [row(), row({ incentivized: false, adType: 'banner', clicks: 0 })]
  const { result, kept } = play(connector, ask(connector, question), [report(rows)])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop vungle banner US 10 0 0 200000',
    '2026-03-01 Hop vungle rewarded US 10 1 0 200000',
  ])
})

test.each([[''], [[]]])('%j has no rows', (answer) => {
  expect(play(connector, ask(connector, question), [report(answer)]).result).toBe(0)
})

testFaults(connector, [
  ['Unauthorized', 401, 'log-in-again'],
  ['', 404, 'request-refused'],
  ['[{"date":', 200, 'try-later'],
  [{ error: 'busy' }, 200, 'try-later'],
])
