import { describe, expect, test } from 'vitest'
import connector from '../../src/sources/networks/levelplay.connector.ts'
import { answerOf, ask, type Exchange, faultOf, importKept, logIn, play } from './play.ts'

const given = { secretKey: 'secret', refreshToken: 'refresh' }
const login = { token: 'a.b.c', validMs: 1 }
const question = { day: '2026-03-01', given, login }

const page = (number: number, totalResults: number, ...data: object[]): Exchange => ({
  ask: `GET https://platform.ironsrc.com/levelPlay/reporting/v1?startDate=2026-03-01&endDate=2026-03-01&metrics=revenue%2Cimpressions%2Cclicks&breakdowns=date%2Capp%2Cplatform%2CadNetwork%2CadFormat%2Ccountry&page=${number}&resultsPerPage=5000`,
  headers: { authorization: 'Bearer a.b.c' },
  answer: { data, totalResults },
})
const row = (values: object = {}) => ({
  ...{ date: '2026-03-01', appKey: '1a2b', appName: 'Hop', platform: 'ios' },
  ...{ adNetwork: 'Unity Ads', adFormat: 'rewarded', country: 'US' },
  ...{ revenue: 0.25, impressions: 20, clicks: 3, ...values },
})

describe('the login', () => {
  const token = (claims: object) =>
    ['{"alg":"HS256"}', JSON.stringify(claims), 'signature']
      .map((part) => Buffer.from(part).toString('base64url'))
      .join('.')
  const auth = (answer: string): Exchange => ({
    ask: 'GET https://platform.ironsrc.com/partners/publisher/auth',
    headers: { secretkey: 'secret', refreshToken: 'refresh' },
    answer,
  })
  // The time is 2026-03-02T12:00:00Z, which is 1772452800.
  test.each([
    [{ expirationTime: 1_772_456_400 }, 3_600_000],
    [{ exp: 1_772_539_200 }, 86_400_000],
    [{}, 1_800_000],
    [{ exp: 1_772_452_000 }, 1_800_000],
  ])('%j', (claims, validMs) => {
    const { result } = play(connector, logIn(connector, given), [auth(`"${token(claims)}"`)])
    expect(result).toEqual({ token: token(claims), validMs })
  })

  test('a token may come without quotes', () => {
    const { result } = play(connector, logIn(connector, given), [auth(token({}))])
    expect(result.token).toBe(token({}))
  })

  test('with other keys', () => {
    const fault = connector.judge(answerOf({ error: 'Invalid credentials' }, 400))
    expect(fault?.kind).toBe('credential-refused')
  })

  test.each(['""', '"eyJhbGciOi', '{}'])('%s is no token', (answer) => {
    const fault = faultOf(connector, logIn(connector, given), [auth(answer)])
    expect(fault.kind).toBe('try-later')
  })
})

test('pages are asked for until all rows are there', async () => {
  const { result, kept } = play(connector, ask(connector, question), [
    page(1, 3, row(), row({ country: 'DE' })),
    page(2, 3, row({ adNetwork: 'ironSource', adFormat: 'interstitial' })),
  ])
  expect(result).toBe(3)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop ironsource interstitial US 20 3 0 250000',
    '2026-03-01 Hop unityads rewarded DE 20 3 0 250000',
    '2026-03-01 Hop unityads rewarded US 20 3 0 250000',
  ])
})

test('a day without rows', () => {
  expect(play(connector, ask(connector, question), [page(1, 0)]).result).toBe(0)
})

test.each([
  ['a lost page', [page(1, 3, row()), page(2, 3)], 'sent 1 of 3 rows'],
  ['too many rows', [page(1, 1, row(), row({ country: 'DE' }))], 'sent 2 of 1 rows'],
  ['a page twice', [page(1, 2, row()), page(2, 2, row())], 'sent the same row on two pages'],
  ['another day', [page(1, 1, row({ date: '2026-03-02' }))], 'sent rows of "2026-03-02"'],
])('%s: try again', (_, exchanges, words) => {
  const fault = faultOf(connector, ask(connector, question), exchanges)
  expect(fault).toMatchObject({ kind: 'try-later', message: expect.stringContaining(words) })
})

test.each([
  ['Unauthorized', 401, 'log-in-again'],
  [{ error: 'breakdowns' }, 400, 'request-refused'],
  ['', 429, 'slow-down'],
  ['', 503, 'try-later'],
  [{ data: [] }, 200, 'try-later'],
  ['<html>', 200, 'try-later'],
])('%j with status %i', (answer, status, kind) => {
  expect(connector.judge(answerOf(answer, status))?.kind).toBe(kind)
})
