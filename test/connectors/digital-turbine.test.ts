import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/digital-turbine.connector.ts'
import { ask, type Exchange, faultOf, importKept, logIn, play, testFaults } from './play.ts'

const given = { clientId: 'c1', clientSecret: 's1' }
const login = { token: 't1', validMs: 3_600_000 }
const question = { day: '2026-03-01', given, login }
const table = 'https://fyber-async-reports.s3.amazonaws.com/group%3D1/a.csv?X-Amz-Signature=1'

const header =
  'Date,Fyber App ID,App Name,Placement Type,Country,Device OS,Bid Requests,Bid Responses,Impressions,Clicks,Revenue (USD)'

const metrics = ['Bid Requests', 'Bid Responses', 'Impressions', 'Clicks', 'Revenue (USD)']
const splits = ['Date', 'Fyber App ID', 'App Name', 'Placement Type', 'Country', 'Device OS']

const job = (answer: unknown, asked: object = { metrics, splits }): Exchange => ({
  ask: 'POST https://reporting.fyber.com/api/v1/report?format=csv',
  headers: { authorization: 'Bearer t1', 'content-type': 'application/json' },
  body: {
    source: 'mediation',
    dateRange: { start: '2026-03-01', end: '2026-03-01' },
    ...asked,
    filters: [],
  },
  answer,
})
const look = (afterMs: number, answer: string, status = 200): Exchange => ({
  ask: `GET ${table}`,
  afterMs,
  answer,
  status,
})

/** The day undivided, which tells whether the table has all rows. */
const undivided = (rows: string): readonly Exchange[] => [
  job({ id: 'b', url: table }, { metrics: ['Impressions'], splits: ['Date'] }),
  look(20_000, `Date,Impressions\n${rows}`),
]

test('logs in with a client id and secret', () => {
  const { result } = play(connector, logIn(connector, given), [
    {
      ask: 'POST https://reporting.fyber.com/auth/v1/token',
      headers: { 'content-type': 'application/json' },
      body: { grant_type: 'client_credentials', client_id: 'c1', client_secret: 's1' },
      answer: { accessToken: 't1', tokenType: 'bearer', expiresIn: 1_800 },
    },
  ])
  expect(result).toEqual({ token: 't1', validMs: 1_800_000 })
})

test('the table of a day, once it is there', async () => {
  const rows = [
    '2026-03-01,70001,"Hop, the game",Banner,US,ios,900,90,33,1,0.036300000000000006',
    '2026-03-01,70001,"Hop, the game",Rewarded,DE,ios,50,5,2,0,0.01',
  ]
  const { result, kept } = play(connector, ask(connector, question), [
    job({ id: 'a', url: table }),
    look(20_000, 'not there', 404),
    look(25_000, [header, ...rows, ''].join('\n')),
    ...undivided('2026-03-01,35\n'),
  ])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop, the game digitalturbine banner US 33 1 0 36300',
    '2026-03-01 Hop, the game digitalturbine rewarded DE 2 0 0 10000',
  ])
})

test('a table that does not come is not ready', () => {
  const waits = Array.from({ length: 15 }, (_, index) =>
    Math.round(Math.min(20_000 * 1.25 ** index, 60_000)),
  )
  const looks = waits.map((afterMs) => look(afterMs, '', 404))
  const fault = faultOf(connector, ask(connector, question), [job({ url: table }), ...looks])
  expect(fault).toEqual({ kind: 'not-ready', message: 'its table is not there' })
})

test('a table that ends after a row is tried again', () => {
  const row = '2026-03-01,70001,Hop,Banner,US,ios,900,90,33,1,0.0'
  const exchanges = [
    job({ url: table }),
    look(20_000, `${header}\n${row}`),
    ...undivided('2026-03-01,35\n'),
  ]
  expect(faultOf(connector, ask(connector, question), exchanges)).toEqual({
    kind: 'try-later',
    message: 'rows have 33 of 35 impressions',
  })
})

test('a table that ends in a row is tried again', () => {
  const exchanges = [job({ url: table }), look(20_000, `${header}\n2026-03-01,70001,Ho`)]
  expect(faultOf(connector, ask(connector, question), exchanges).kind).toBe('try-later')
})

test('a job without an address is tried again', () => {
  const fault = faultOf(connector, ask(connector, question), [job({ id: 'a' })])
  expect(fault).toEqual({ kind: 'try-later', message: 'answered no address of a table' })
})

testFaults(connector, [
  [{ error: 'Invalid client' }, 400, 'credential-refused'],
  [{ error: 'Unknown split' }, 400, 'request-refused'],
  [{ error: 'Expired token' }, 401, 'log-in-again'],
  ['<Error><Code>AccessDenied</Code></Error>', 403, 'try-later'],
])
