import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import connector from '../../src/sources/networks/pangle.connector.ts'
import { answerOf, ask, type Exchange, faultOf, importKept, play } from './play.ts'

const given = { userId: '71', roleId: '72', secureKey: 'pangle key' }
const question = { day: '2026-03-01', given }
// 2026-03-02T12:00:00Z
const time = '1772452800'

const report = (answer: unknown, zone = 8): Exchange => {
  const signed = `currency=usd&date=2026-03-01&role_id=72&sign_type=MD5&time_zone=${zone}&timestamp=${time}&user_id=71&version=2.0pangle key`
  const sign = createHash('md5').update(signed).digest('hex')
  return {
    ask: `GET https://open-api.pangleglobal.com/union_pangle/open/api/rt/income?user_id=71&role_id=72&date=2026-03-01&version=2.0&sign_type=MD5&time_zone=${zone}&currency=usd&timestamp=${time}&sign=${sign}`,
    answer,
  }
}
const row = (values: object = {}) => ({
  app_id: '5001',
  app_name: 'Hop',
  package_name: 'com.example.hop',
  os: 'ios',
  region: 'us',
  ad_slot_type: 5,
  show: 90,
  click: 21,
  revenue: '1.5',
  currency: 'usd',
  time_zone: 8,
  ...values,
})
const good = (rows: object[], date = '2026-03-01') => ({ Code: '100', Data: { [date]: rows } })

test('the rows of a day of UTC+8', async () => {
  const answer = good([row(), row({ region: 'de', ad_slot_type: 2 })])
  const { result, kept } = play(connector, ask(connector, question), [report(answer)])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-03-01 Hop pangle banner DE 90 21 0 1500000',
    '2026-03-01 Hop pangle rewarded US 90 21 0 1500000',
  ])
})

test('the clock of a connection is asked for', () => {
  const inUtc = { ...question, given: { ...given, zone: 'UTC' } }
  const answer = good([row({ time_zone: 0 })])
  expect(play(connector, ask(connector, inUtc), [report(answer, 0)]).result).toBe(1)
  expect(connector.days.zone({ zone: 'UTC' })).toBe('UTC')
  expect(connector.days.zone({ zone: 'UTC+8' })).toBe('Asia/Shanghai')
})

test.each([good([]), { Code: 'PD0004', Message: 'No data', Data: null }])(
  '%j has no rows',
  (answer) => {
    expect(play(connector, ask(connector, question), [report(answer)]).result).toBe(0)
  },
)

test('an answer without data is no part of the report', () => {
  const { kept } = play(connector, ask(connector, question), [report({ Code: 'PD0004' })])
  expect(kept).toEqual([])
})

test.each([
  [good([row()], '2026-02-28'), 'sent rows of "2026-02-28"'],
  [good([row({ time_zone: 0 })]), 'sent days of time zone 0 instead of 8'],
])('%j is asked for again', (answer, words) => {
  const fault = faultOf(connector, ask(connector, question), [report(answer)])
  expect(fault).toMatchObject({ kind: 'try-later', message: expect.stringContaining(words) })
})

describe('faults have status 200', () => {
  test.each([
    ['101', 'credential-refused'],
    ['102', 'credential-refused'],
    ['103', 'request-refused'],
    ['114', 'request-refused'],
    ['500', 'try-later'],
  ])('%s', (Code, kind) => {
    const fault = connector.judge(answerOf({ Code, Message: 'words' }))
    expect(fault).toEqual({ kind, message: `answered ${Code}: words` })
  })

  test('more than five requests a second', () => {
    const fault = { kind: 'slow-down', message: 'answered 106', waitMs: 1_000 }
    expect(connector.judge(answerOf({ Code: '106' }))).toEqual(fault)
  })

  test.each(['', '<html>', { Code: '100' }])('%j', (answer) => {
    expect(connector.judge(answerOf(answer))?.kind).toBe('try-later')
  })
})
