import { expect, test } from 'vitest'
import connector from '../../src/sources/networks/mintegral.connector.ts'
import { ask, type Exchange, faultOf, importKept, play, testFaults } from './play.ts'

const given = { skey: 'skey', secret: 'secret' }
const question = { day: '2026-03-01', given }
// The MD5 of `secret` and the MD5 of the time, 2026-03-02T12:00:00Z.
const sign = '02b1c877dfe76da7ab1c11d2a18f3220'

const page = (number: number, data: object, timezone = 8): Exchange => ({
  ask: `GET https://api.mintegral.com/reporting/v2/data?skey=skey&time=1772452800&sign=${sign}&start=20260301&end=20260301&timezone=${timezone}&limit=10000&page=${number}&group_by=date%2Capp_id%2Cplatform%2Ccountry%2Cad_format`,
  answer: { code: 'ok', data: { page: number, timezone, ...data } },
})
const row = (values: object = {}) => ({
  date: 20_260_301,
  app_id: 104,
  app_name: 'Hop',
  platform: 'ios',
  country: 'US',
  ad_format: 'rewarded_video',
  request: 90,
  filled: 60,
  impression: 40,
  click: 4,
  est_revenue: 0.5,
  ...values,
})

test('pages are asked for until the last', async () => {
  const { result, kept } = play(connector, ask(connector, question), [
    page(1, { total: 2, total_page: 2, lists: [row()] }),
    page(2, { total: 2, total_page: 2, lists: [row({ country: 'DE' })] }),
  ])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop mintegral rewarded DE 40 4 0 500000',
    '2026-03-01 Hop mintegral rewarded US 40 4 0 500000',
  ])
})

test('the clock of a connection is asked for', () => {
  const inUtc = { ...question, given: { ...given, zone: 'UTC' } }
  const answer = page(1, { total: 0, total_page: 0, lists: [] }, 0)
  expect(play(connector, ask(connector, inUtc), [answer]).result).toBe(0)
  expect(connector.days.zone({ zone: 'UTC' })).toBe('UTC')
})

test('days of another clock are refused', () => {
  const { ask: url } = page(1, {})
  const answer = { code: 'ok', data: { timezone: 0, total: 1, total_page: 1, lists: [row()] } }
  const fault = faultOf(connector, ask(connector, question), [{ ask: url, answer }])
  expect(fault).toMatchObject({
    kind: 'request-refused',
    message: expect.stringContaining('zone 0'),
  })
})

testFaults(connector, [
  [{ code: 'sign error' }, 200, 'credential-refused'],
  [{ code: 'skey error' }, 200, 'credential-refused'],
  [{ code: 'request too frequently' }, 200, 'slow-down'],
  [{ code: 'invalid params' }, 200, 'request-refused'],
  [{ code: 'system error' }, 200, 'try-later'],
  [{ code: 'ok' }, 200, 'try-later'],
])
