import { describe, expect, test } from 'vitest'
import network from '../../src/sources/networks/admob.connector.ts'
import mediation from '../../src/sources/networks/admob-mediation.connector.ts'
import { answerOf, ask, type Exchange, faultOf, importKept, logIn, play } from './play.ts'

const given = { clientId: 'client', clientSecret: 'client secret', refreshToken: 'refresh/1' }
const login = { token: 'access', validMs: 1, facts: { publisherId: 'pub-1' } }
const question = { day: '2026-03-01', given, login }

describe('the login', () => {
  const token: Exchange = {
    ask: 'POST https://oauth2.googleapis.com/token',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    body: 'grant_type=refresh_token&client_id=client&client_secret=client+secret&refresh_token=refresh%2F1',
    answer: { access_token: 'access', expires_in: 3_599, token_type: 'Bearer' },
  }
  const accounts = (...account: object[]): Exchange => ({
    ask: 'GET https://admob.googleapis.com/v1/accounts',
    headers: { authorization: 'Bearer access' },
    answer: { account },
  })
  const account = (publisherId: string) => ({ publisherId, reportingTimeZone: 'Europe/Berlin' })

  test.each([
    [{}, 'pub-1'],
    [{ publisherId: 'pub-2' }, 'pub-2'],
    [{ zone: 'Europe/Berlin' }, 'pub-1'],
  ])('%j: the account is %s', (more, publisherId) => {
    const exchanges = [token, accounts(account('pub-1'), account('pub-2'))]
    const { result } = play(network, logIn(network, { ...given, ...more }), exchanges)
    expect(result).toEqual({ token: 'access', validMs: 3_599_000, facts: { publisherId } })
  })

  test.each([
    [{ publisherId: 'pub-3' }, 'This Google user has no AdMob account pub-3'],
    [{ zone: 'Asia/Tokyo' }, "The account's days are of Europe/Berlin, not of Asia/Tokyo"],
  ])('%j is refused', (more, message) => {
    const exchanges = [token, accounts(account('pub-1'))]
    const fault = faultOf(network, logIn(network, { ...given, ...more }), exchanges)
    expect(fault).toEqual({ kind: 'credential-refused', message })
  })

  test('a user without an AdMob account is refused', () => {
    const fault = faultOf(network, logIn(network, given), [token, { ...accounts(), answer: {} }])
    expect(fault.message).toBe('This Google user has no AdMob account')
  })
})

interface Part {
  readonly dimensions?: readonly string[]
  readonly filters?: Readonly<Record<string, string>>
  readonly values?: readonly object[]
  readonly total?: number
  /** How many rows its row is the sum of. */
  readonly of?: number
  readonly warnings?: readonly object[]
  readonly zone?: string
}

const dimensions = ['DATE', 'APP', 'PLATFORM', 'FORMAT', 'COUNTRY']
const oneDay = { year: 2026, month: 3, day: 1 }

function report(part: Part, method = 'networkReport'): Exchange {
  const filters = Object.entries(part.filters ?? {})
  const values = part.values ?? []
  const row = (dimensionValues: object) => ({
    row: {
      dimensionValues,
      metricValues: {
        ESTIMATED_EARNINGS: { microsValue: String(6_500_001 * (part.of ?? 1)) },
        IMPRESSIONS: { integerValue: String(8 * (part.of ?? 1)) },
        CLICKS: { integerValue: '1' },
      },
    },
  })
  return {
    ask: `POST https://admob.googleapis.com/v1/accounts/pub-1/${method}:generate`,
    headers: { authorization: 'Bearer access', 'content-type': 'application/json' },
    body: {
      reportSpec: {
        dateRange: { startDate: oneDay, endDate: oneDay },
        dimensions: part.dimensions ?? dimensions,
        metrics: ['ESTIMATED_EARNINGS', 'IMPRESSIONS', 'CLICKS', 'AD_REQUESTS', 'MATCHED_REQUESTS'],
        ...(filters.length > 0 && {
          dimensionFilters: filters.map(([dimension, value]) => ({
            dimension,
            matchesAny: { values: [value] },
          })),
        }),
        maxReportRows: 20_000,
        localizationSettings: { currencyCode: 'USD' },
        ...(part.zone !== '' && { timeZone: 'America/Los_Angeles' }),
      },
    },
    answer: [
      { header: { localizationSettings: { currencyCode: 'USD' } } },
      ...values.map(row),
      {
        footer: {
          matchingRowCount: String(part.total ?? values.length),
          ...(part.warnings && { warnings: part.warnings }),
        },
      },
    ],
  }
}

const values = (more: object = {}) => ({
  DATE: { value: '20260301' },
  APP: { value: 'ca-app-pub-1~2', displayLabel: 'Hop' },
  PLATFORM: { value: 'iOS' },
  FORMAT: { value: 'rewarded' },
  COUNTRY: { value: 'US' },
  ...more,
})
const onAndroid = values({ PLATFORM: { value: 'Android' } })
/** The totals of some rows. */
const sums = (of: number, filters = {}) =>
  report({ dimensions: ['DATE'], filters, values: [values()], of })
const [ios, android] = [{ PLATFORM: { value: 'iOS' } }, { PLATFORM: { value: 'Android' } }]

test('the network report of a day', async () => {
  const { result, kept } = play(network, ask(network, question), [report({ values: [values()] })])
  expect(result).toBe(1)
  expect(await importKept(network, kept)).toEqual([
    '2026-03-01 Hop admob rewarded US 8 1 0 6500001',
  ])
})

test('the mediation report names the networks', async () => {
  const more = [
    values({ AD_SOURCE: { value: '5450213213286189855', displayLabel: 'AdMob Network' } }),
    values({ AD_SOURCE: { value: '4970775877303683148', displayLabel: 'Unity Ads (bidding)' } }),
  ]
  const part = { dimensions: [...dimensions, 'AD_SOURCE'], values: more }
  const { result, kept } = play(mediation, ask(mediation, question), [
    report(part, 'mediationReport'),
  ])
  expect(result).toBe(2)
  expect(await importKept(mediation, kept)).toEqual([
    '2026-03-01 Hop admob rewarded US 8 1 0 6500001',
    '2026-03-01 Hop unityads rewarded US 8 1 0 6500001',
  ])
})

test("the account's own clock is asked for by naming none", () => {
  const berlin = { ...question, given: { ...given, zone: 'Europe/Berlin' } }
  expect(play(network, ask(network, berlin), [report({ zone: '' })]).result).toBe(0)
  expect(network.days.zone({ zone: 'Europe/Berlin' })).toBe('Europe/Berlin')
})

test('a report that is cut is asked for by platform, and is no part of the report', () => {
  const platforms = report({ dimensions: ['PLATFORM'], values: [ios, android] })
  const parts = [
    report({ filters: { PLATFORM: 'iOS' }, values: [values()] }),
    report({ filters: { PLATFORM: 'Android' }, values: [onAndroid] }),
  ]
  const cut = report({ values: [values()], total: 2 })
  const { result, kept } = play(network, ask(network, question), [
    ...[cut, sums(2), platforms, ...parts],
  ])
  expect(result).toBe(2)
  expect(kept).toEqual(parts.map(({ answer }) => JSON.stringify(answer)))
})

test('a platform that is cut is asked for by format', () => {
  const filters = { PLATFORM: 'iOS' }
  const formats = ['banner', 'rewarded'].map((value) => ({ FORMAT: { value } }))
  const { result, kept } = play(network, ask(network, question), [
    ...[report({ values: [values()], total: 2 }), sums(2)],
    report({ dimensions: ['PLATFORM'], values: [ios] }),
    ...[report({ filters, values: [values()], total: 2 }), sums(2, filters)],
    report({ dimensions: ['FORMAT'], filters, values: formats }),
    report({ filters: { ...filters, FORMAT: 'banner' }, values: [values(formats[0])] }),
    report({ filters: { ...filters, FORMAT: 'rewarded' }, values: [values()] }),
  ])
  expect(result).toBe(2)
  expect(kept).toHaveLength(2)
})

test('a footer that counts more rows than there are is no cut report when the sums agree', () => {
  const counted = report({ values: [values()], total: 7 })
  const { result, kept } = play(network, ask(network, question), [counted, sums(1), counted])
  expect(result).toBe(1)
  expect(kept).toEqual([JSON.stringify(counted.answer)])
})

test('figures that AdMob says are delayed come with a warning', () => {
  const delayed = report({ values: [values()], warnings: [{ type: 'DATA_DELAYED' }] })
  const told = network.warning!(answerOf(delayed.answer))
  expect(told).toBe('AdMob says that its figures of this day are delayed')
  expect(network.warning!(answerOf(report({ values: [values()] }).answer))).toBeNull()
})

test('parts that do not add up are a cut report', () => {
  const fault = faultOf(network, ask(network, question), [
    ...[report({ values: [values()], total: 3 }), sums(3)],
    report({ dimensions: ['PLATFORM'], values: [ios, android] }),
    report({ filters: { PLATFORM: 'iOS' }, values: [values()] }),
    report({ filters: { PLATFORM: 'Android' }, values: [onAndroid] }),
  ])
  expect(fault).toEqual({ kind: 'cut', message: 'sent rows of 16 of 24 impressions' })
})

test('a filter that has no effect is noticed', () => {
  const fault = faultOf(network, ask(network, question), [
    ...[report({ values: [values()], total: 2 }), sums(2)],
    report({ dimensions: ['PLATFORM'], values: [ios, android] }),
    report({ filters: { PLATFORM: 'iOS' }, values: [values()] }),
    report({ filters: { PLATFORM: 'Android' }, values: [values()] }),
  ])
  expect(fault).toMatchObject({ message: expect.stringMatching(/^sent two rows of /) })
})

describe('faults', () => {
  const apiError = (code: number, message: string) => ({ error: { code, message } })
  test.each([
    [
      { error: 'invalid_grant', error_description: 'Token expired' },
      400,
      'credential-refused',
      'Token expired',
    ],
    [{ error: 'invalid_client' }, 401, 'credential-refused', 'invalid_client'],
    [apiError(401, 'invalid authentication'), 401, 'log-in-again', 'invalid authentication'],
    [apiError(403, 'no permission'), 403, 'credential-refused', 'no permission'],
    [
      apiError(403, 'AdMob API has not been used in project 123 before or it is disabled.'),
      403,
      'try-later',
      'enable it at APIs & Services',
    ],
    [apiError(429, 'quota'), 429, 'slow-down', 'quota'],
    [[apiError(400, 'bad metric')], 400, 'request-refused', 'bad metric'],
    [[apiError(503, 'backend')], 200, 'try-later', 'backend'],
    [[{ header: {} }, { row: {} }], 200, 'try-later', 'without a whole report'],
  ])('%j with status %i', (answer, status, kind, words) => {
    const fault = network.judge(answerOf(answer, status))
    expect(fault).toMatchObject({ kind, message: expect.stringContaining(words) })
  })
})
