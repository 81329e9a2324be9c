import { describe, expect, test } from 'vitest'
import connector from '../../src/sources/networks/bidmachine.connector.ts'
import { answerOf, ask, type Exchange, faultOf, importKept, play, testFaults } from './play.ts'

const question = { day: '2026-02-28', given: { username: 'publisher', password: 'p:w' } }
const fields = 'date,app_name,app_bundle,platform,ad_type,country,impressions,clicks,revenue'

const report = (answer: string, asked = fields): Exchange => ({
  ask: `GET https://api-eu.bidmachine.io/api/v1/report/ssp?start=2026-02-28&end=2026-03-01&format=csv&csv_header=1&fields=${asked.replaceAll(',', '%2C')}`,
  headers: { authorization: 'Basic cHVibGlzaGVyOnA6dw==' },
  answer,
})

const whole = (impressions: number) =>
  report(`date,impressions\n"2026-02-28",${impressions}\n`, 'date,impressions')

test('the table of a day, whose last day is exclusive', async () => {
  const rows = [
    '"2026-02-28","Hop","111","ios","skippable_video","DE",271,19,0.420222',
    '"2026-02-28","Chess","com.example.chess","android","banner","US",5,0,0.0000005',
  ]
  const { result, kept } = play(connector, ask(connector, question), [
    report([fields, ...rows, ''].join('\n')),
    whole(276),
  ])
  expect(result).toBe(2)
  expect(await importKept(connector, kept)).toEqual([
    '2026-02-28 Chess bidmachine banner US 5 0 0 1',
    '2026-02-28 Hop bidmachine video DE 271 19 0 420222',
  ])
})

test.each(['', `${fields}\n`])('%j has no rows', (text) => {
  const exchanges = [report(text), report('date,impressions\n', 'date,impressions')]
  expect(play(connector, ask(connector, question), exchanges).result).toBe(0)
})

test.each([
  ['"2026-03-01","Hop","111","ios","banner","DE",1,0,0.1\n', 'sent rows of "2026-03-01"'],
  ['"2026-02-28","Hop","111","io', 'answered a table that is not whole'],
])('%j is tried again', (rows, words) => {
  const exchanges = [report(`${fields}\n${rows}`), whole(1)]
  const fault = faultOf(connector, ask(connector, question), exchanges)
  expect(fault).toMatchObject({ kind: 'try-later', message: expect.stringContaining(words) })
})

test('rows that have less than the day are tried again', () => {
  const row = '"2026-02-28","Hop","111","ios","banner","DE",1,0,0.1'
  const exchanges = [report(`${fields}\n${row}\n`), whole(2)]
  expect(faultOf(connector, ask(connector, question), exchanges)).toEqual({
    kind: 'try-later',
    message: 'rows have 1 of 2 impressions',
  })
})

describe('a fault', () => {
  test('that asks for fewer requests says for how long', () => {
    const words = "You've been requesting too much. Please try again in 5 seconds."
    const answer = answerOf('', 429, { 'ad-exchange-warn-message': words })
    expect(connector.judge(answer)).toEqual({
      kind: 'slow-down',
      message: `answered 429: ${words}`,
      waitMs: 5_000,
    })
  })

  testFaults(connector, [
    ['', 401, 'log-in-again'],
    ['Unknown field', 400, 'request-refused'],
  ])
})
