import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/appodeal.connector.ts'
import { ask, type Exchange, faultOf, importKept, play, testFaults } from './play.ts'

const given = { apiKey: 'k&1', userId: '7' }
const question = { day: '2026-03-01', given }
const api = 'GET https://api-services.appodeal.com/api/v2'
const login = 'api_key=k%261&user_id=7'

const start: Exchange = {
  ask: `${api}/stats_api?${login}&date_from=2026-03-01&date_to=2026-03-01${['date', 'app', 'country', 'banner_type', 'network'].map((detail) => `&detalisation%5B%5D=${detail}`).join('')}`,
  answer: { code: 0, task_id: 't1' },
}
const look = (afterMs: number, status: string): Exchange => ({
  ask: `${api}/check_status?${login}&task_id=t1`,
  afterMs,
  answer: { code: 0, task_status: status },
})
const output = (answer: unknown): Exchange => ({
  ask: `${api}/output_result?${login}&task_id=t1`,
  answer,
})

const row = {
  date: '2026-03-01',
  app_key: 'k1',
  app_name: 'Hop',
  platform: 'android',
  country: 'US',
  banner_type: 'rewarded_video',
  network: 'unity_ads',
  impressions: 100,
  clicks: 2,
  revenue: 0.05,
}
const result = { code: 0, data: [row, { ...row, country: 'DE', network: 'admob' }] }
const figures = [
  '2026-03-01 Hop admob rewarded DE 100 2 0 50000',
  '2026-03-01 Hop unityads rewarded US 100 2 0 50000',
]

test('the result of a task, once it is complete', async () => {
  const { result: rows, kept } = play(connector, ask(connector, question), [
    start,
    look(2_000, '0'),
    look(4_000, '1'),
    output(result),
  ])
  expect(rows).toBe(2)
  expect(await importKept(connector, kept)).toEqual(figures)
})

test('a result at another address', async () => {
  const { result: rows, kept } = play(connector, ask(connector, question), [
    start,
    look(2_000, '1'),
    output({ code: 0, url: 'https://files.appodeal.com/t1.json' }),
    { ask: 'GET https://files.appodeal.com/t1.json', answer: result },
  ])
  expect(rows).toBe(2)
  expect(await importKept(connector, kept)).toEqual(figures)
})

test('a task that does not end is not ready', () => {
  const looks = Array.from({ length: 40 }, (_, index) =>
    look(Math.min(2_000 * (index + 1), 20_000), '0'),
  )
  const fault = faultOf(connector, ask(connector, question), [start, ...looks])
  expect(fault).toEqual({ kind: 'not-ready', message: 'its task is not complete' })
})

test('a result without data is tried again', () => {
  const exchanges = [start, look(2_000, '1'), output({ code: 0 })]
  expect(faultOf(connector, ask(connector, question), exchanges).kind).toBe('try-later')
})

testFaults(connector, [
  [{ code: 1, message: 'Wrong api_key' }, 200, 'credential-refused'],
  [{ code: 5, message: 'Try again' }, 200, 'try-later'],
  [{ error: 'Wrong user' }, 403, 'credential-refused'],
])
