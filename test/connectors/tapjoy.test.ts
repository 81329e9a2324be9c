import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/tapjoy.connector.ts'
import { ask, type Exchange, faultOf, importKept, logIn, play, testFaults } from './play.ts'

const given = { apiKey: 'key=' }
const question = { day: '2026-03-01', given, login: { token: 't1', validMs: 1 } }

const apps = (after: string, answer: unknown): Exchange => ({
  ask: 'POST https://api.tapjoy.com/graphql',
  headers: { authorization: 'Bearer t1', 'content-type': 'application/json' },
  body: {
    query: `query { publisher { apps(first: 50${after}) { edges { node { id name platform placements { insights(timeRange: { from: "2026-03-01T00:00:00Z", until: "2026-03-01T23:59:59Z" }) { timestamps reports { country impressions clicks conversions earnings } } } } } pageInfo { endCursor hasNextPage } } } }`,
  },
  answer,
})

const app = (name: string, reports: unknown[], timestamp = '2026-03-01T00:00:00Z') => ({
  node: {
    id: `id-${name}`,
    name,
    platform: 'ANDROID',
    placements: [{ insights: { timestamps: [timestamp], reports } }],
  },
})
const us = {
  country: 'us',
  impressions: [60],
  clicks: [12],
  conversions: [3],
  earnings: [1_250_000],
}
const page = (edges: unknown[], endCursor = '', hasNextPage = false) => ({
  data: { publisher: { apps: { edges, pageInfo: { endCursor, hasNextPage } } } },
})

test('logs in with an API key', () => {
  const { result } = play(connector, logIn(connector, given), [
    {
      ask: 'POST https://api.tapjoy.com/v1/oauth2/token',
      headers: { authorization: 'Basic key=', accept: 'application/json; */*' },
      answer: { access_token: 't1', expires_in: 3_600 },
    },
  ])
  expect(result).toEqual({ token: 't1', validMs: 3_600_000 })
})

test('the apps of all pages, whose earnings are micros', async () => {
  const { result, kept } = play(connector, ask(connector, question), [
    apps('', page([app('Hop', [us, { ...us, country: null }])], 'c"1', true)),
    apps(', after: "c\\"1"', page([app('Skip', [{ ...us, earnings: ['36'] }]), app('Idle', [])])),
  ])
  expect(result).toBe(3)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop tapjoy offerwall US 60 12 3 1250000',
    '2026-03-01 Hop tapjoy offerwall ZZ 60 12 3 1250000',
    '2026-03-01 Skip tapjoy offerwall US 60 12 3 36',
  ])
})

test('a next page without its cursor is tried again', () => {
  const exchanges = [apps('', page([app('Hop', [us])], '', true))]
  expect(faultOf(connector, ask(connector, question), exchanges).kind).toBe('try-later')
})

const error = (message: string, code?: number) => ({ errors: [{ message, code }] })
testFaults(connector, [
  [error('Authentication could not be verified.', 403), 200, 'log-in-again'],
  [error("Field 'user' doesn't exist on type 'Query'"), 200, 'request-refused'],
  [error('Something went wrong', 500), 200, 'try-later'],
  [error('Slow down', 429), 200, 'slow-down'],
  [{ data: null }, 200, 'try-later'],
  ['', 401, 'log-in-again'],
])
