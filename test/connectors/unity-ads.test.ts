import { describe, expect, test } from 'vitest'
import connector from '../../src/sources/networks/unity-ads.connector.ts'
import { answerOf, ask, type Exchange, importKept, play } from './play.ts'

const question = { day: '2026-03-01', given: { apiKey: 'key', organizationId: '46/1' } }

const report = (answer: unknown, groups = 'country%2Cplatform%2Cgame'): Exchange => ({
  ask: `GET https://monetization.api.unity.com/stats/v1/operate/organizations/46%2F1?fields=adrequest_count%2Cavailable_sum%2Crevenue_sum%2Cstart_count%2Cview_count&groupBy=${groups}&scale=day&start=2026-03-01T00%3A00%3A00Z&end=2026-03-01T23%3A59%3A59Z`,
  headers: { authorization: 'Token key', accept: 'application/json' },
  answer,
})
const row = (values: object = {}) => ({
  timestamp: '2026-03-01T00:00:00.000Z',
  country: 'US',
  platform: 'ios',
  source_game_id: '46',
  source_name: 'Hop',
  adrequest_count: 90,
  available_sum: 40,
  start_count: 20,
  view_count: 19,
  revenue_sum: 0.25,
  ...values,
})

test('the list of a day', async () => {
  const rows = [row(), row({ country: null, revenue_sum: 0.0000004 })]
  const { result, kept } = play(connector, ask(connector, question), [report(rows)])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop unityads unknown US 20 0 0 250000',
    '2026-03-01 Hop unityads unknown ZZ 20 0 0 0',
  ])
})

describe('rows by placement', () => {
  const byPlacement = 'country%2Cplatform%2Cgame%2Cplacement'
  const withAdUnits = { ...question, given: { ...question.given, detail: 'ad-units' } }
  const totals = [row({ start_count: 30, revenue_sum: 0.5 })]
  const menu = row({ placement: 'menu', start_count: 20, revenue_sum: 0.25 })
  const shop = row({ placement: 'shop', start_count: 10, revenue_sum: 0.25 })

  test.each([
    ['add up to the totals', [menu, shop], ['menu', 'shop']],
    ['have the rest without a placement', [menu, { ...shop, placement: null }], ['menu', null]],
    [
      'have their totals beside them',
      [menu, shop, { ...totals[0], placement: null }],
      ['menu', 'shop'],
    ],
    ['that do not add up are not used', [menu], [undefined]],
  ])('that %s', (_, placed, placements) => {
    const { result, kept } = play(connector, ask(connector, withAdUnits), [
      report(totals),
      report(placed, byPlacement),
    ])
    expect(result).toBe(placements.length)
    const rows = JSON.parse(kept[0]!) as { placement?: string | null }[]
    expect(rows.map(({ placement }) => placement)).toEqual(placements)
  })
})

test.each([
  [{ errors: [{ msg: 'access token required' }] }, 400, 'request-refused', 'access token required'],
  [{ errors: [{ msg: 'invalid token' }] }, 401, 'log-in-again', 'invalid token'],
  [{ errors: [{ msg: 'not found' }] }, 404, 'request-refused', 'not found'],
  ['timestamp,country\n', 200, 'try-later', 'without a list'],
  [{ errors: [] }, 200, 'try-later', 'without a list'],
])('%j with status %i', (answer, status, kind, words) => {
  const fault = connector.judge(answerOf(answer, status))
  expect(fault).toMatchObject({ kind, message: expect.stringContaining(words) })
})
