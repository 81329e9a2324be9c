import { createVerify, generateKeyPairSync } from 'node:crypto'
import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/google-ad-manager.connector.ts'
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

const { privateKey, publicKey } = generateKeyPairSync('rsa', {
  modulusLength: 2_048,
  privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  publicKeyEncoding: { type: 'spki', format: 'pem' },
})
const key = JSON.stringify({ client_email: 'a@b.iam.gserviceaccount.com', private_key: privateKey })
const given = { networkCode: '77', key, zone: 'Europe/Berlin', currency: 'USD' }
const login = { token: 't1', validMs: 1 }
const question = { day: '2026-03-01', given, login }
const api = 'https://admanager.googleapis.com/v1'
const headers = { authorization: 'Bearer t1', 'content-type': 'application/json' }
const report = 'networks/77/reports/5'
const date = { year: 2026, month: 3, day: 1 }

const create: Exchange = {
  ask: `POST ${api}/networks/77/reports`,
  headers,
  body: {
    displayName: 'Adtally 2026-03-01',
    visibility: 'HIDDEN',
    reportDefinition: {
      dimensions: [
        'DATE',
        'MOBILE_APP_ID',
        'MOBILE_APP_NAME',
        'OPERATING_SYSTEM_CATEGORY_NAME',
        'INVENTORY_FORMAT_NAME',
        'COUNTRY_NAME',
      ],
      metrics: ['AD_EXCHANGE_IMPRESSIONS', 'AD_EXCHANGE_CLICKS', 'AD_EXCHANGE_REVENUE'],
      dateRange: { fixed: { startDate: date, endDate: date } },
      reportType: 'HISTORICAL',
      currencyCode: 'USD',
    },
  },
  answer: { name: report },
}
const run: Exchange = {
  ask: `POST ${api}/${report}:run`,
  headers,
  body: {},
  answer: { name: 'networks/77/operations/reports/runs/9' },
}
const look = (afterMs: number, answer: unknown): Exchange => ({
  ask: `GET ${api}/networks/77/operations/reports/runs/9`,
  headers,
  afterMs,
  answer,
})
const done = { done: true, response: { reportResult: `${report}/results/3` } }
const rows = (answer: unknown, query = '', rest: Partial<Exchange> = {}): Exchange => ({
  ask: `GET ${api}/${report}/results/3:fetchRows?pageSize=10000${query}`,
  headers,
  answer,
  ...rest,
})
const remove: Exchange = { ask: `DELETE ${api}/${report}`, headers, answer: '{}' }

const row = (app: string, country: string, revenue: number) => ({
  dimensionValues: [
    { intValue: '20260301' },
    ...[app, 'Hop', 'Apple iOS', 'Rewarded', country].map((stringValue) => ({ stringValue })),
  ],
  metricValueGroups: [
    { primaryValues: [{ intValue: '100' }, { intValue: '3' }, { doubleValue: revenue }] },
  ],
})

test('logs in with a signed claim, and compares clocks', () => {
  const conversation = logIn(connector, given)
  const { url, body = '' } = conversation.next().value as { url: string; body?: string }
  expect(url).toBe('https://oauth2.googleapis.com/token')
  const asked = new URLSearchParams(body)
  expect(asked.get('grant_type')).toBe('urn:ietf:params:oauth:grant-type:jwt-bearer')
  const [header, claims, signature] = asked.get('assertion')!.split('.')
  const verified = createVerify('RSA-SHA256').update(`${header}.${claims}`)
  expect(verified.verify(publicKey, signature!, 'base64url')).toBe(true)
  expect(JSON.parse(Buffer.from(claims!, 'base64url').toString())).toEqual({
    iss: 'a@b.iam.gserviceaccount.com',
    scope: 'https://www.googleapis.com/auth/admanager',
    aud: 'https://oauth2.googleapis.com/token',
    iat: Date.parse('2026-03-02T12:00:00Z') / 1_000,
    exp: Date.parse('2026-03-02T13:00:00Z') / 1_000,
  })
  const token = answerOf({ access_token: 't1', expires_in: 3_599 })
  expect(conversation.next(token).value).toMatchObject({ url: `${api}/networks/77` })
  expect(conversation.next(answerOf({ timeZone: 'Europe/Berlin' }))).toEqual({
    done: true,
    value: { token: 't1', validMs: 3_599_000 },
  })
  const other = logIn(connector, { ...given, zone: 'UTC' })
  other.next()
  other.next(token)
  expect(() => other.next(answerOf({ timeZone: 'Europe/Berlin' }))).toThrow(
    'has days of Europe/Berlin: change the time zone of the connection',
  )
})

test('a key that is none is refused', () => {
  expect(faultOf(connector, logIn(connector, { ...given, key: '{}' }), []).kind).toBe(
    'credential-refused',
  )
})

test('the network converts earnings into the currency that is asked for', async () => {
  const question = { day: '2026-03-01', given: { ...given, currency: 'EUR' }, login }
  const { reportDefinition, ...rest } = create.body as { readonly reportDefinition: object }
  const inEuros = { ...rest, reportDefinition: { ...reportDefinition, currencyCode: 'EUR' } }
  const { kept } = play(connector, ask(connector, question), [
    { ...create, body: inEuros },
    run,
    look(5_000, done),
    rows({ rows: [row('1', 'Germany', 0.25)], totalRowCount: 1 }),
    remove,
  ])
  expect(JSON.parse(kept.join())).toMatchObject({ currency: 'EUR' })
})

test('a report is created, run, fetched in pages and deleted', async () => {
  const { result, kept } = play(connector, ask(connector, question), [
    create,
    run,
    look(5_000, { done: false }),
    look(6_500, done),
    rows({ error: { code: 404 } }, '', { status: 404 }),
    rows({ rows: [row('1', 'Germany', 0.25)], totalRowCount: 3, nextPageToken: 'p2' }, '', {
      afterMs: 5_000,
    }),
    rows(
      { rows: [row('1', 'Unknown', 0.000_000_5), row('(Not applicable)', 'Germany', 9)] },
      '&pageToken=p2',
      { afterMs: 5_000 },
    ),
    remove,
  ])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop google_ad_manager rewarded DE 100 3 0 250000',
    '2026-03-01 Hop google_ad_manager rewarded ZZ 100 3 0 1',
  ])
})

test('reports of the same rows are the same, whenever they were run', () => {
  const keptAt = (runTime: string) => {
    const page = { rows: [row('1', 'Germany', 0.25)], totalRowCount: 1, runTime }
    const exchanges = [create, run, look(5_000, done), rows(page), remove]
    return play(connector, ask(connector, question), exchanges).kept
  }
  expect(keptAt('2026-03-03T06:00:00Z')).toEqual(keptAt('2026-03-02T06:00:00Z'))
})

test('rows of another form are no report without rows', () => {
  const { dimensionValues, metricValueGroups } = row('1', 'Germany', 0.25)
  const other = { dimensionValues: dimensionValues.slice(1), metricValueGroups }
  const page = { rows: [other], totalRowCount: 1 }
  const exchanges = [create, run, look(5_000, done), rows(page)]
  expect(faultOf(connector, ask(connector, question), exchanges)).toEqual({
    kind: 'try-later',
    message: 'sent rows of another form',
  })
})

test('a report that failed is tried again', () => {
  const exchanges = [create, run, look(5_000, { done: true, error: { message: 'internal' } })]
  expect(faultOf(connector, ask(connector, question), exchanges)).toEqual({
    kind: 'try-later',
    message: 'internal',
  })
})

test('a network that is not there is refused', () => {
  const exchange = { ...create, status: 404, answer: { error: { message: 'No such network' } } }
  expect(faultOf(connector, ask(connector, question), [exchange])).toEqual({
    kind: 'request-refused',
    message: 'answered 404: No such network',
  })
})

const error = (status: string) => ({ error: { message: 'words', status } })
testFaults(connector, [
  [{ error: 'invalid_grant' }, 400, 'credential-refused'],
  [error('INVALID_ARGUMENT'), 400, 'request-refused'],
  [error('UNAUTHENTICATED'), 401, 'log-in-again'],
  [error('PERMISSION_DENIED'), 403, 'credential-refused'],
  [error('RESOURCE_EXHAUSTED'), 429, 'slow-down'],
  [error('RESOURCE_EXHAUSTED'), 403, 'slow-down'],
  [error('UNAVAILABLE'), 503, 'try-later'],
])
