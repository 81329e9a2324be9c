import { describe, expect, test } from 'vitest'
import connector from '../../src/sources/networks/inmobi.connector.ts'
import {
  answerOf,
  ask,
  type Exchange,
  faultOf,
  importKept,
  logIn,
  play,
  testFaults,
} from './play.ts'

const given = { userName: 'figures@studio.example', secretKey: 'key' }
const login = { token: 'session', validMs: 1, facts: { accountId: 'account' } }
const question = { day: '2026-03-01', given, login }
const headers = { accept: 'application/json', 'content-type': 'application/json' }

const page = (offset: number, ...respList: object[]): Exchange => ({
  ask: 'POST https://api.inmobi.com/v3.0/reporting/publisher',
  headers: { ...headers, accountId: 'account', secretKey: 'key', sessionId: 'session' },
  body: {
    reportRequest: {
      metrics: ['adRequests', 'servedImpressions', 'adImpressions', 'clicks', 'earnings'],
      timeFrame: '2026-03-01:2026-03-01',
      groupBy: ['date', 'country', 'platform', 'inmobiAppId', 'adUnitType'],
      orderBy: ['date'],
      orderType: 'asc',
      offset,
      length: 5_000,
    },
  },
  answer: { error: false, respList },
})
const row = (values: object = {}) => ({
  date: '2026-03-01 00:00:00',
  inmobiAppId: '15',
  inmobiAppName: 'Hop',
  platform: 'iOS',
  country: 'United States',
  adUnitType: 'Banner',
  adImpressions: 25,
  clicks: 2,
  earnings: 0.0363,
  ...values,
})

const session = (answer: unknown): Exchange => ({
  ask: 'GET https://api.inmobi.com/v1.0/generatesession/generate',
  headers: given,
  answer,
})

test.each([
  { respList: [{ sessionId: 's1', accountId: 'a1' }], error: false },
  { sessionId: 's1', accountId: 'a1' },
])('%j is a session', (answer) => {
  expect(play(connector, logIn(connector, given), [session(answer)]).result).toEqual({
    token: 's1',
    validMs: 27_000_000,
    facts: { accountId: 'a1' },
  })
})

test('an answer without a session', () => {
  const fault = faultOf(connector, logIn(connector, given), [session({ error: false })])
  expect(fault).toEqual({ kind: 'try-later', message: 'answered without a session' })
})

test('pages are asked for until two have no rows', async () => {
  const { result, kept } = play(connector, ask(connector, question), [
    page(0, row()),
    page(1, row({ country: 'Korea, Republic of' }), row({ adUnitType: 'rewarded video' })),
    page(3),
    page(3),
  ])
  expect(result).toBe(3)
  expect(await importKept(connector, kept.slice(0, 2))).toEqual([
    '2026-03-01 Hop inmobi banner KR 25 2 0 36300',
    '2026-03-01 Hop inmobi banner US 25 2 0 36300',
    '2026-03-01 Hop inmobi rewarded US 25 2 0 36300',
  ])
})

describe('errors are in the body', () => {
  test.each([
    [1_000, 'try-later'],
    [1_001, 'request-refused'],
    [1_003, 'request-refused'],
    [1_004, 'log-in-again'],
    [2_000, 'log-in-again'],
    [2_001, 'log-in-again'],
    [2_021, 'request-refused'],
    [2_034, 'request-refused'],
    [2_036, 'not-ready'],
  ])('%i', (code, kind) => {
    const answer = { error: true, errorList: [{ code, message: 'words' }] }
    const fault = { kind, message: `answered ${code}: words` }
    expect(connector.judge(answerOf(answer))).toEqual(fault)
    expect(connector.judge(answerOf(answer, 400))).toEqual(fault)
  })

  testFaults(connector, [
    ['', 401, 'log-in-again'],
    [{ respList: [] }, 200, 'try-later'],
    [{ error: true }, 200, 'try-later'],
  ])
})
