import { describe, expect, test } from 'vitest'
import connector from '../../src/sources/networks/meta.connector.ts'
import { answerOf, ask, faultOf, importKept, play } from './play.ts'

const given = { id: '77', token: 't/1' }
const day = '2026-03-01'
const time = '2026-03-01T08:00:00+0000'
const question = { day, given }

const address = (breakdowns: readonly string[], after = '') => {
  const query = new URLSearchParams({
    metrics: JSON.stringify(
      ['revenue', 'imp', 'click', 'request', 'filled_request'].map((one) => `fb_ad_network_${one}`),
    ),
    breakdowns: JSON.stringify(breakdowns),
    since: day,
    until: day,
    aggregation_period: 'day',
    limit: '2000',
    access_token: 't/1',
    ...(after && { after }),
  })
  return `GET https://graph.facebook.com/v24.0/77/adnetworkanalytics?${query}`
}
const rowsAddress = (after = '') =>
  address(['country', 'platform', 'property', 'display_format'], after)
const totalsAddress = (after = '') => address(['platform', 'property'], after)

const result = (metric: string, value: string, breakdowns: Readonly<Record<string, string>>) => ({
  time,
  metric: `fb_ad_network_${metric}`,
  breakdowns: Object.entries(breakdowns).map(([key, text]) => ({ key, value: text })),
  value,
})
const us = { property: '7001', platform: 'ios', display_format: 'interstitial', country: 'US' }
const app = { property: '7001', platform: 'ios' }
const results = (...found: unknown[]) => ({ data: [{ results: found }] })

test('the pages of a day, and what totals have more, of an unknown country', async () => {
  const next = 'https://graph.facebook.com/v24.0/77/adnetworkanalytics?access_token=t&after=c1'
  const { result: rows, kept } = play(connector, ask(connector, question), [
    {
      ask: rowsAddress(),
      answer: {
        ...results(result('revenue', '1.25', us), result('imp', '100', us)),
        paging: { cursors: { after: 'c1' }, next },
      },
    },
    { ask: rowsAddress('c1'), answer: results(result('click', '4', us)) },
    {
      ask: totalsAddress(),
      answer: results(
        result('revenue', '1.2504', app),
        result('imp', '103', app),
        result('click', '4', app),
      ),
    },
  ])
  expect(rows).toBe(5)
  expect(kept.join()).not.toContain('t/1')
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 7001 facebook interstitial US 100 4 0 1250000',
    '2026-03-01 7001 facebook unknown ZZ 3 0 0 400',
  ])
})

test('rows by placement, and the rest of their countries and of the day', async () => {
  const placed = { ...us, placement: 'p1' }
  const byCountry = ['country', 'platform', 'property', 'display_format']
  const withAdUnits = { ...question, given: { ...given, detail: 'ad-units' } }
  const { kept } = play(connector, ask(connector, withAdUnits), [
    {
      ask: address([...byCountry, 'placement']),
      answer: results(result('imp', '100', placed), result('request', '400', placed)),
    },
    {
      ask: rowsAddress(),
      answer: results(result('imp', '120', us), result('request', '400', us)),
    },
    {
      ask: totalsAddress(),
      answer: results(result('imp', '123', app), result('request', '400', app)),
    },
  ])
  expect(kept).toHaveLength(3)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 7001 facebook interstitial US 120 0 0 0',
    '2026-03-01 7001 facebook unknown ZZ 3 0 0 0',
  ])
})

test('an answer that Meta prepares first', () => {
  const query = new URLSearchParams({ query_ids: '["q1"]', access_token: 't/1' })
  const look = `GET https://graph.facebook.com/v24.0/77/adnetworkanalytics_results?${query}`
  const { result: rows } = play(connector, ask(connector, question), [
    { ask: rowsAddress(), answer: { query_id: 'q1', async_result_link: 'https://…' } },
    { ask: look, afterMs: 2_000, answer: { data: [{ query_id: 'q1', status: 'running' }] } },
    {
      ask: look,
      afterMs: 4_000,
      answer: { data: [{ query_id: 'q1', status: 'complete', results: [result('imp', '1', us)] }] },
    },
    { ask: totalsAddress(), answer: results(result('imp', '1', app)) },
  ])
  expect(rows).toBe(1)
})

test('totals without a cell of the details', () => {
  const exchanges = [
    {
      ask: rowsAddress(),
      answer: results(result('revenue', '1.25', us), result('imp', '100', us)),
    },
    { ask: totalsAddress(), answer: results(result('imp', '103', app)) },
  ]
  expect(faultOf(connector, ask(connector, question), exchanges)).toEqual({
    kind: 'try-later',
    message: 'left out of its totals a cell of its details',
  })
})

test('a next page without its cursor', () => {
  const answer = {
    ...results(result('imp', '1', us)),
    paging: { next: 'https://x?access_token=t' },
  }
  const fault = faultOf(connector, ask(connector, question), [{ ask: rowsAddress(), answer }])
  expect(fault).toEqual({ kind: 'try-later', message: 'sent no cursor of the next page' })
})

describe('a fault', () => {
  test.each([
    [190, 'Session has expired', 400, 'credential-refused'],
    [200, 'Missing permission', 403, 'credential-refused'],
    [4, 'Application request limit reached', 400, 'slow-down'],
    [80_004, 'Too many calls', 400, 'slow-down'],
    [2, 'Service temporarily unavailable', 500, 'try-later'],
    [100, 'Invalid parameter', 400, 'request-refused'],
  ])('with code %i (%s) and status %i is %s', (code, message, status, kind) => {
    expect(connector.judge(answerOf({ error: { message, code } }, status))).toEqual({
      kind,
      message,
    })
  })

  test('is an answer of no known form', () => {
    expect(connector.judge(answerOf('', 200))?.kind).toBe('try-later')
    expect(connector.judge(answerOf('<html>', 503))?.kind).toBe('try-later')
  })
})
