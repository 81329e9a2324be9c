import { describe, expect, test } from 'vitest'
import type { Ask } from '../../src/sources/connector.ts'
import connector from '../../src/sources/networks/levelplay.connector.ts'
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

const given = { secretKey: 'secret', refreshToken: 'refresh' }
const login = { token: 'a.b.c', validMs: 1 }
const question = { day: '2026-03-01', given, login }

const address = (breakdowns: string, page: number) =>
  `GET https://platform.ironsrc.com/levelPlay/reporting/v1?startDate=2026-03-01&endDate=2026-03-01&metrics=revenue%2Cimpressions%2Cclicks&breakdowns=${breakdowns}&page=${page}&resultsPerPage=5000`
const headers = { authorization: 'Bearer a.b.c' }
/** The whole day. */
const day = (impressions: number): Exchange => ({
  ask: address('date', 1),
  headers,
  answer: { data: impressions === 0 ? [] : [{ date: '2026-03-01', impressions }] },
})
const page = (number: number, ...data: object[]): Exchange => ({
  ask: address('date%2Capp%2Cplatform%2CadNetwork%2CadFormat%2Ccountry', number),
  headers,
  answer: { data },
})
const row = (values: object = {}) => ({
  date: '2026-03-01',
  appKey: '1a2b',
  appName: 'Hop',
  platform: 'ios',
  adNetwork: 'Unity Ads',
  adFormat: 'rewarded',
  country: 'US',
  revenue: 0.25,
  impressions: 20,
  clicks: 3,
  ...values,
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

  test.each([
    [401, 'credential-refused'],
    [403, 'credential-refused'],
    [400, 'request-refused'],
    [503, 'try-later'],
  ])('that is refused with %i is %s', (status, kind) => {
    const { value } = logIn(connector, given).next()
    expect((value as Ask).judge!(answerOf('refused', status))?.kind).toBe(kind)
  })

  test.each(['""', '"eyJhbGciOi', '{}'])('%s is no token', (answer) => {
    const fault = faultOf(connector, logIn(connector, given), [auth(answer)])
    expect(fault.kind).toBe('try-later')
  })
})

test('a report ends at a short page with all impressions, and needs no count of rows', async () => {
  const { result, kept } = play(connector, ask(connector, question), [
    day(60),
    page(1, row(), row({ country: 'DE' }), row({ adNetwork: 'ironSource', adFormat: 'banner' })),
  ])
  expect(result).toBe(3)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop ironsource banner US 20 3 0 250000',
    '2026-03-01 Hop unityads rewarded DE 20 3 0 250000',
    '2026-03-01 Hop unityads rewarded US 20 3 0 250000',
  ])
})

test('pages that are shorter than asked for are followed by more', () => {
  const exchanges = [day(40), page(1, row()), page(2, row({ country: 'DE' }))]
  expect(play(connector, ask(connector, question), exchanges).result).toBe(2)
})

testFaults(connector, [
  ['Unauthorized', 401, 'log-in-again'],
  [{ error: 'breakdowns' }, 400, 'request-refused'],
  ['Forbidden', 403, 'request-refused'],
])
